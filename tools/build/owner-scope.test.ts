import path from 'node:path';
import postcss from 'postcss';
import { expect, test } from 'vitest';
import { ownerScope } from './owner-scope.ts';

async function scoped(owner: string, css: string): Promise<string> {
  const from = path.join('/repo', owner, 'src/styles.css');
  const result = await postcss([ownerScope({ workspaceRoot: '/repo' })]).process(css, { from });
  return result.css;
}

test("a remote's rules match only below its own element, at unchanged specificity", async () => {
  expect(await scoped('portal', '.card, button:hover {}')).toBe(
    ':where([data-app="portal"]) .card, :where([data-app="portal"]) button:hover {}',
  );
});

test('document selectors mean the owner in a remote and the document in the host', async () => {
  expect(await scoped('portal', ':root, html {}')).toBe(
    ':where([data-app="portal"]), :where([data-app="portal"]) {}',
  );
  expect(await scoped('host', 'html {}')).toBe('html {}');
});

test('a class that only begins like a document selector is an ordinary class', async () => {
  expect(await scoped('portal', '.html-preview {}')).toBe(':where([data-app="portal"]) .html-preview {}');
});

test("layers and keyframes carry the owner's name, where they are used too", async () => {
  expect(await scoped('portal', '@layer base, utilities;')).toBe('@layer portal.base, portal.utilities;');
  const css = await scoped('portal', '@keyframes spin { to { rotate: 1turn } } .a { animation: 1s spin }');
  expect(css).toContain('@keyframes portal-spin { to {');
  expect(css).toContain('animation: 1s portal-spin');
});

test('rules inside media queries and layers are scoped, rules nested in a rule are not scoped twice', async () => {
  expect(await scoped('portal', '@media print { .a { &:hover { color: red } } }')).toBe(
    '@media print { :where([data-app="portal"]) .a { &:hover { color: red } } }',
  );
});
