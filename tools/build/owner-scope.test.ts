import path from 'node:path';
import postcss from 'postcss';
import { expect, test } from 'vitest';
import { ownerScope, refuseStrayRules, strayRules } from './owner-scope.ts';

async function scoped(owner: string, css: string): Promise<string> {
  const from = path.join('/repo', owner, 'src/styles.css');
  const result = await postcss([ownerScope({ workspaceRoot: '/repo' })]).process(css, { from });
  return result.css;
}

test("a remote's rules match only below its own element, at unchanged specificity", async () => {
  expect(await scoped('portal', '.card, button:hover {}')).toBe(
    ':where(.app-portal) .card, :where(.app-portal) button:hover {}',
  );
});

test('document selectors mean the owner in a remote and the document in the host', async () => {
  expect(await scoped('portal', ':root, html {}')).toBe(':where(.app-portal), :where(.app-portal) {}');
  expect(await scoped('host', 'html {}')).toBe('html {}');
});

test('a class that only begins like a document selector is an ordinary class', async () => {
  expect(await scoped('portal', '.html-preview {}')).toBe(':where(.app-portal) .html-preview {}');
});

test("layers and keyframes carry the owner's name, where they are used too", async () => {
  expect(await scoped('portal', '@layer base, utilities;')).toBe('@layer portal.base, portal.utilities;');
  const css = await scoped('portal', '@keyframes spin { to { rotate: 1turn } } .a { animation: 1s spin }');
  expect(css).toContain('@keyframes portal-spin { to {');
  expect(css).toContain('animation: 1s portal-spin');
});

test('rules inside media queries and layers are scoped, rules nested in a rule are not scoped twice', async () => {
  expect(await scoped('portal', '@media print { .a { &:hover { color: red } } }')).toBe(
    '@media print { :where(.app-portal) .a { &:hover { color: red } } }',
  );
});

/** Regression: with packages of another checkout, a stylesheet was not scoped, and every page lost its spacing. */
test.each(['/other/portal/src/styles.css', '/repo/node_modules/x/styles.css'])(
  'a stylesheet without an owner is refused: %s',
  async (from) => {
    const scoping = postcss([ownerScope({ workspaceRoot: '/repo' })]).process('p {}', { from });
    await expect(scoping).rejects.toThrow(`${from} is outside /repo, so its rules have no owner.`);
  },
);

test.each(['portal', 'host'])('what was scoped for %s has no stray rule', async (owner) => {
  const css = await scoped(
    owner,
    `:root, html, .a:hover {} @layer base { body .b > .c { & .d {} } } @media print { .e {} }
     @keyframes spin { to { rotate: 1turn } } @font-face { font-family: "${owner}-x" } @property --${owner}-x { syntax: "*" }`,
  );
  expect(strayRules(css, owner)).toEqual([]);
  expect(strayRules(css.replaceAll('"', ''), owner)).toEqual([]);
});

test.each([
  ['.p-4{}', ['.p-4']],
  [':where(.app-portal) .a,.b{}', ['.b']],
  [':where(.app-marketing) .a{}', [':where(.app-marketing) .a']],
  [':where(.app-portal-x) .a{}', [':where(.app-portal-x) .a']],
  [':where(.x\\.app-portal) .a{}', [':where(.x\\.app-portal) .a']],
  ['@media print{html{}}', ['html']],
  ['@keyframes spin{to{top:0}}', ['@keyframes spin']],
  ['@import url(x.css);', ['@import url(x.css)']],
  ['.a:not(.app-portal){}', ['.a:not(.app-portal)']],
  ['.a:has(:where(.app-portal)){}', ['.a:has(:where(.app-portal))']],
  [':is(:where(.app-portal),.b) .c{}', [':is(:where(.app-portal),.b) .c']],
  [':where(.app-portal)+.c{}', [':where(.app-portal)+.c']],
  [':where(.app-portal) ~ .c{}', [':where(.app-portal) ~ .c']],
  ['@page{margin:0}', ['@page']],
  ['@view-transition{navigation:auto}', ['@view-transition']],
  ["@font-face{font-family:'Instrument Sans';src:url(x)}", ['@font-face']],
  ['@counter-style disc{system:cyclic;symbols:x}', ['@counter-style disc']],
  ['@property --color-text{syntax:"*";inherits:false}', ['@property --color-text']],
  ['@property --tw-blur{syntax:"*";inherits:false}', []],
  ['[data-page-theme=dark] :where(.app-portal) .a+.b:not(.c,.d){}', []],
  ['[title=".app-portal x"] .a{}', ['[title=".app-portal x"] .a']],
  ['.a:not(:lang("a)) .app-portal x ((")){}', ['.a:not(:lang("a)) .app-portal x (("))']],
  [".a:not(:lang('a)) .app-portal x ((')){}", [".a:not(:lang('a)) .app-portal x (('))"]],
  [':lang("[") :where(.app-portal) .a:lang("]"){}', []],
  [':where(:where(.app-portal) .a>:not(:last-child)){}', []],
  ['@layer host.utilities,portal.base;', ['@layer host.utilities']],
  ['@layer utilities{:where(.app-portal) .a{}}', ['@layer utilities']],
  ['@LAYER host.base;', ['@LAYER host.base']],
  ['@layer portal.base,portal.utilities;@layer{:where(.app-portal) .a{}}', []],
  ['@function --f(){result:1px}', ['@function --f()']],
  ['@scope (.a){:where(.app-portal) .a{}}', ['@scope (.a)']],
  ['@font-feature-values portal-x{@styleset{a:1}}', []],
])('in the portal, %s is stray', (css, stray) => {
  expect(strayRules(css, 'portal')).toEqual(stray);
});

/** Regression: what was inside a rule was taken for the owner's. */
test.each([
  ['.a{body:has(&){padding:0}}', ['body:has(&)']],
  ['.a{.b:not(&){}}', ['.b:not(&)']],
  ['.a{:is(&,.b) .c{}}', [':is(&,.b) .c']],
  ['.a{@media print{body:has(&){padding:0}}}', ['body:has(&)']],
  ['.a{.b{.c:has(&){}}}', ['.c:has(&)']],
  ['.\\&{body:has(&){}}', ['body:has(&)']],
  ['.a{.\\&:hover{}}', []],
  ['.a{& + .c{}}', []],
  ['.a{+ .c{} .c{} &.c{} .c &{} .c:has(.d) > &{} :where(& > .c){} :is(&){}}', []],
  ['.a{@supports (top:0){& .c{top:0}}}', []],
])('below the portal, %s is stray', (css, stray) => {
  expect(strayRules(`:where(.app-portal) ${css}`, 'portal')).toEqual(stray);
});

test.each([
  ['& + .c{}', ['& + .c']],
  ['~ .c{}', ['~ .c']],
  ['&:hover + .c{}', ['&:hover + .c']],
  ['&.b{~ .c{}}', ['~ .c']],
  ['& .c{& + .d{}}', []],
  ['&:hover{} > .c{} .b &{} .c{+ .d{}}', []],
])("in the rule of the portal's element, %s is stray", (css, stray) => {
  expect(strayRules(`:where(.app-portal){${css}}`, 'portal')).toEqual(stray);
  expect(strayRules(`.b,:where(.app-portal){${css}}`, 'portal')[0]).toBe('.b');
});

test.each([
  ['html{.a{} & > body{}} html[data-a=b] .a{} :is(html,body) .a{}', []],
  ['.a:not(html .b){}', ['.a:not(html .b)']],
  ['@layer portal.base;', ['@layer portal.base']],
  ['@page{margin:0;@bottom-left{content:"x"}}', []],
  ['@function --f(){result:1px}', ['@function --f()']],
])('in the host, %s is stray', (css, stray) => {
  expect(strayRules(css, 'host')).toEqual(stray);
});

test('a stylesheet with stray rules is refused with the first of them', () => {
  expect(() => refuseStrayRules('.p-4{} .m-4{}', 'portal', 'style-1.css')).toThrow(
    'portal: style-1.css has rules outside its own elements (.p-4 and 1 more)',
  );
});
