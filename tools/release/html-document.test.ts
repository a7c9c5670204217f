import { expect, test } from 'vitest';
import { type HtmlDocument, renderDocument } from './html-document.ts';

const PAGE: HtmlDocument = {
  head: { title: 'A & B', description: 'say "hi"', noIndex: false },
  canonicalUrl: 'https://corvane.example/pricing',
  siteName: 'Corvane',
  icon: null,
  earlyScript: null,
  fonts: [],
  stylesheets: ['/a.css'],
  modulePreloads: ['/b.js'],
  entry: '/a.js',
  versions: { host: 'v1' },
  structuredData: { name: '</script><script>alert(1)</script>' },
  config: { brandName: '<!--' } as HtmlDocument['config'],
  body: '<h1>Body</h1>',
};

test('text in the head is escaped', () => {
  const html = renderDocument(PAGE);
  expect(html).toContain('<title>A &amp; B</title>');
  expect(html).toContain('content="say &quot;hi&quot;"');
});

test('no data can end its block and become a script', () => {
  const html = renderDocument(PAGE);
  expect(html).not.toContain('alert(1)</script>');
  expect(html).not.toContain('<!--');
  expect(html.match(/<script/g)).toHaveLength(3);
});

test('a page that search engines must not keep says so, and the not-found page has no address', () => {
  const html = renderDocument({ ...PAGE, head: { ...PAGE.head, noIndex: true }, canonicalUrl: null });
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(html).not.toContain('rel="canonical"');
});
