import { expect, test } from 'vitest';
import { htmlParts } from './html-parts.ts';

const HTML = `<!doctype html>
<html lang="en"><head><title>T</title>
<style data-href="/remotes/marketing/0f/style.css">a{content:"<b>"}</style><script>i<n&&"</b>"</script>
<script type="application/json" id="corvane-page">{}</script></head>
<body><div id="root"><!--$--><header class="x" data-testid="host:header">H<nav aria-label="Menu"><a href="/">é</a></nav></header>
<main id="main"><h1>Terms</h1><section aria-labelledby="scope-title"><p>Text<br>Text<svg><path d="M0 0"/></svg></p>
<div data-testid="marketing:plans"><i></i></div></section><p>After</p></main><footer>F<section>One</section></footer></div></body></html>
`;

test('every byte and every element is in one part, named as developers name it', () => {
  const { bytes, elements } = htmlParts(HTML, '/terms');
  expect(Object.fromEntries(elements)).toEqual({
    '/terms page': 3,
    '/terms head': 2,
    '/terms styles of marketing': 1,
    '/terms script': 1,
    '/terms script corvane-page': 1,
    '/terms header host:header': 1,
    '/terms nav Menu': 2,
    '/terms main main': 3,
    '/terms section scope-title': 5,
    '/terms div marketing:plans': 2,
    '/terms footer': 1,
    '/terms section': 1,
  });
  expect([...bytes.keys()]).toEqual([...elements.keys()]);
  expect([...bytes.values()].reduce((sum, size) => sum + size)).toBe(Buffer.byteLength(HTML));
});

/**
 * Regression: what follows a section counted as a part of it. For example, the whole text of the terms counted as the
 * menu.
 */
test('what follows a section belongs to the element around both', () => {
  const before = htmlParts(HTML, '/terms');
  const after = htmlParts(HTML.replace('After', 'After a while'), '/terms');
  const changed = [...after.bytes].filter(([name, size]) => size !== before.bytes.get(name));
  expect(changed.map(([name]) => name)).toEqual(['/terms main main']);
});
