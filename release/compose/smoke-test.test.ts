import { INLINE_SCRIPTS } from '@corvane/tools/gateway/inline-scripts';
import { expect, test } from 'vitest';
import { findProblem } from './smoke-test.ts';

const GOOD =
  '<title>Home</title><link rel="stylesheet" href="/assets/host/v1/a.css"><script type="module" src="/assets/host/v1/a.js"></script><script type="application/json">{}</script><h1>Home</h1>';
const everything = () => true;

test('a whole page has no problem', () => {
  expect(findProblem(GOOD, everything)).toBeNull();
});

test.each(INLINE_SCRIPTS)("the site's own scripts are the only inline scripts of a page", (script) => {
  expect(findProblem(`<script>${script}</script>${GOOD}`, everything)).toBeNull();
  expect(findProblem(`<script>${script} </script>${GOOD}`, everything)).toBe('has an inline script');
});

test.each([
  ['a page without a title', GOOD.replace('Home</title>', '</title>'), 'has no title'],
  ['a page without a heading', GOOD.replace('<h1>Home</h1>', ''), 'has 0 h1 headings'],
  ['a page with two', `${GOOD}<h1>Again</h1>`, 'has 2 h1 headings'],
  ['an inline script', `${GOOD}<script>alert(1)</script>`, 'has an inline script'],
])('%s is refused', (_name, html, problem) => {
  expect(findProblem(html, everything)).toBe(problem);
});

test.each([
  ['<p>from $2,345 a month</p>', 'has a price in p: $2,345'],
  ['<p>from $<!-- -->2,345</p>', 'has a price in p: $2,345'],
  ['<p>only 500 dollars</p>', 'has a price in p: 500 dollars'],
  ['<meta name="description" content="Plans from US$ 99">', 'has a price in content: US$ 99'],
  ['<script type="application/ld+json">{"name":"$500 a year"}</script>', 'has a price in name: $500'],
  [
    '<script type="application/json">{"monthlyCents":234500}</script>',
    'has a price in monthlyCents: "monthlyCents":',
  ],
])('%s is refused', (html, problem) => {
  expect(findProblem(GOOD + html, everything)).toBe(problem);
});

test('98.7 %, 12,345 people and a script of its own are no price', () => {
  const html = `<p>98.7 % of 12,345 people</p><style>.a{content:"$1"}</style><script src="/a.js">"$2"</script>`;
  expect(findProblem(GOOD + html, everything)).toBeNull();
});

test('a page that names a missing file is refused', () => {
  expect(findProblem(GOOD, (url) => !url.endsWith('.css'))).toBe(
    'names /assets/host/v1/a.css, which does not exist',
  );
});

test('a missing picture of a link preview is refused, with the line that names it', () => {
  const picture = 'https://corvane.example/remotes/marketing/v1/social/home.jpg';
  const html = `<meta property="og:image" content="${picture}">${GOOD}`;
  expect(findProblem(html, everything)).toBeNull();
  expect(findProblem(html, (url) => !url.endsWith('.jpg'))).toMatch(
    /^names the picture social\/home\.jpg for link previews, which is not below marketing\/static: marketing\/src\/pages\.ts:\d+$/,
  );
});

test('a page whose access is checked in the browser has no heading yet', () => {
  expect(findProblem(GOOD.replace('<h1>Home</h1>', '<div aria-busy="true"></div>'), everything)).toBeNull();
});
