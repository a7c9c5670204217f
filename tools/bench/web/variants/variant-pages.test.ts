import { expect, test } from 'vitest';
import { FACES_SCRIPT, START_SCRIPT } from '../../../release/compose/inline-scripts.ts';
import type { ClientBuild } from './client-builds.ts';
import { clientPage, limitPage, singleBundlePage } from './variant-pages.ts';

const CONFIG = { registry: { remotes: { marketing: { css: ['/assets/marketing/a.css'], entry: '/e.js' } } } };
const PRELOADS = '<noscript><link rel="preload" href="/a.woff2"></noscript>\n';
const FACES =
  '<template id="page-faces"><link rel="stylesheet" href="/faces.css" data-fonts="/a.woff2"></template>\n';
const FACES_BLOCK = `<script>${FACES_SCRIPT}</script>\n`;
const TEMPLATE = '<template id="page-scripts"><script type="module" src="/host.js"></script></template>\n';
const STYLES = '<style data-href="/host.css">a{}</style>\n<style data-href="/m.css">b{}</style>\n';
const START = `<script>${START_SCRIPT}</script>\n`;
const PAGE = `<html><head>
${PRELOADS}${STYLES}<script type="application/json" id="corvane-page">${JSON.stringify(CONFIG)}</script>
${FACES}${FACES_BLOCK}${TEMPLATE}${START}</head>
<body><h1>Text</h1>
</body></html>`;

const BUILD = { entry: 'main.js', css: ['main.css'] } as unknown as ClientBuild;

test('the limit has the text and the styles, but no script and no font', () => {
  const page = limitPage(PAGE);
  expect(page).toContain('<h1>Text</h1>');
  expect(page).toContain(STYLES);
  for (const part of ['woff2', '<template', FACES_SCRIPT, START_SCRIPT]) expect(page).not.toContain(part);
});

test('a page of a client build is empty until its own script runs', () => {
  const page = clientPage(PAGE, '/bench/', BUILD);
  expect(page).toContain('<link rel="stylesheet" href="/bench/main.css">');
  expect(page).toContain('<script type="module" src="/bench/main.js"></script>');
  expect(page).toContain('<body>\n<div id="root"></div>\n</body>');
  for (const part of ['<h1>', '<style', '/host.js']) expect(page).not.toContain(part);
  expect(page).toContain('/assets/marketing/a.css');
});

test('a single bundle loads no stylesheet of a remote', () => {
  const page = singleBundlePage(PAGE, '/bench/', BUILD);
  expect(page).not.toContain('/assets/marketing/a.css');
  expect(page).toContain('/e.js');
});

/** Regression: a part that had another form stayed, and our own page was measured as the limit. */
test.each([
  ['preloads', PRELOADS],
  ['template of the faces', FACES],
  ['script of the faces', FACES_BLOCK],
  ['template of the scripts', TEMPLATE],
  ['start script', START],
  ['styles', STYLES],
  ['body', '</body>'],
])('a page without its %s is no variant', (_name, part) => {
  expect(() => clientPage(PAGE.replace(part, ''), '/bench/', BUILD)).toThrow('The page has no part');
});

test('a page without its configuration is no variant', () => {
  const page = PAGE.replace('id="corvane-page"', 'id="other"');
  expect(() => singleBundlePage(page, '/bench/', BUILD)).toThrow('The page has no configuration');
});
