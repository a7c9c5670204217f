import { expect, test } from 'vitest';
import { htmlParts } from './html-parts.ts';
import { grownModules } from './module-growth.ts';

const page = (hero: string, styles = 'a{}') =>
  `<html><head><title>T</title><style data-href="/remotes/marketing/0f/style.css">${styles}</style></head><body>` +
  '<header data-testid="host:header">H</header>' +
  `<section aria-labelledby="hero-title">${hero}</section><section class="x">One</section><section>Two</section></body>`;

test('every byte of the HTML is in one part, which has a name that a developer finds', () => {
  const html = page('é');
  const parts = htmlParts(html, '/about');
  expect([...parts.keys()]).toEqual([
    '/about head',
    '/about styles of marketing',
    '/about header host:header',
    '/about section hero-title',
    '/about section',
  ]);
  expect([...parts.values()].reduce((sum, bytes) => sum + bytes)).toBe(Buffer.byteLength(html));
});

test('the section and the styles that grew are named', () => {
  const before = Object.fromEntries(htmlParts(page('Text'), '/about'));
  const after = htmlParts(page(`Text${'<i></i>'.repeat(100)}`, 'a{}b{}'), '/about');
  expect(grownModules(after, before)).toEqual([
    '+700 bytes /about section hero-title',
    '+3 bytes /about styles of marketing',
  ]);
});
