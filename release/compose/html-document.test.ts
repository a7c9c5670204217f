import {
  FACES_SCRIPT,
  HINT_SCRIPT,
  INLINE_SCRIPTS,
  LAYOUT_SCRIPT,
  LINK_SCRIPT,
  PRELOAD_SCRIPT,
  START_SCRIPT,
} from '@corvane/tools/gateway/inline-scripts';
import { expect, test } from 'vitest';
import type { SiteConfig } from '../store/site-config.ts';
import { compositionIdOf } from './compose.ts';
import { type HtmlDocument, renderDocument } from './html-document.ts';
import type { SiteReleases } from './site-releases.ts';

const PAGE: HtmlDocument = {
  head: { title: 'A & B', description: 'say "hi"', noIndex: false },
  canonicalUrl: 'https://corvane.example/pricing',
  siteName: 'Corvane',
  imageUrl: null,
  icons: { svg: '/i.svg', ico: null, appleTouch: null, manifest: null },
  stylesheets: [{ href: '/a.css', css: 'h1{color:red}' }],
  fontFaces: null,
  fonts: [],
  hostPreloads: [],
  remotePreloads: ['/b.js'],
  entry: '/a.js',
  preloadsFor: {},
  needsScripts: false,
  versions: { host: 'v1' },
  structuredData: { name: '</script><script>alert(1)</script>' },
  config: { brandName: '<!--' } as HtmlDocument['config'],
  previewLabel: null,
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
  expect(html.match(/<script/g)).toHaveLength(8);
});

test('the script of the link comes before everything that a browser fetches', () => {
  const html = renderDocument(PAGE);
  expect(html).toContain(`<head>\n<meta charset="utf-8">\n<script>${LINK_SCRIPT}</script>\n`);
});

test('a page carries what it is painted with, and the hints come before its styles', () => {
  const html = renderDocument(PAGE);
  expect(html).toContain(
    `<script>${HINT_SCRIPT}</script>\n<script>${LAYOUT_SCRIPT}</script>\n<style data-href="/a.css">h1{color:red}</style>`,
  );
  expect(html).not.toContain('rel="stylesheet"');
  expect(html).not.toContain('rel="preload"');
});

test('fonts and their faces wait as the scripts do, and are asked for at once where no script runs', () => {
  const html = renderDocument({ ...PAGE, fontFaces: '/faces.css', fonts: ['/a.woff2', '/b.woff2'] });
  const preload = (href: string) =>
    `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`;
  expect(html).toContain(
    `<noscript>${preload('/a.woff2')}${preload('/b.woff2')}<link rel="stylesheet" href="/faces.css"></noscript>\n` +
      '<template id="page-faces"><link rel="stylesheet" href="/faces.css" data-fonts="/a.woff2 /b.woff2"></template>\n' +
      `<script>${FACES_SCRIPT}</script>\n`,
  );
  expect(html.match(/a\.woff2/g)).toHaveLength(2);
});

test('the scripts of a page wait in a template until the first paint', () => {
  const [, scripts = ''] =
    renderDocument(PAGE).match(/<template id="page-scripts">\n([\s\S]*?)<\/template>\n/) ?? [];
  expect(scripts.split('\n')).toEqual([
    '<link rel="modulepreload" href="/b.js" fetchpriority="low">',
    '<script type="module" src="/a.js" fetchpriority="low"></script>',
    '',
  ]);
  expect(renderDocument(PAGE)).toContain(`</template>\n<script>${START_SCRIPT}</script>`);
});

test('a page that needs its scripts fetches those of the host at once, and the others after the first', () => {
  const html = renderDocument({
    ...PAGE,
    hostPreloads: ['/calls.js'],
    preloadsFor: { 'tab=sales': ['/sales.js'] },
    needsScripts: true,
  });
  const preload = (href: string) => `<link rel="modulepreload" href="${href}" fetchpriority="low">`;
  expect(html).toContain(
    [
      preload('/a.js'),
      preload('/calls.js'),
      `<template data-search="">${preload('/b.js')}</template>`,
      `<template data-search="tab=sales">${preload('/sales.js')}</template>`,
      '<title>',
    ].join('\n'),
  );
  expect(html).toContain(`<script>${FACES_SCRIPT}</script>\n<script>${PRELOAD_SCRIPT}</script>\n`);
  expect(html).toContain(
    '<template id="page-scripts">\n<script type="module" src="/a.js" fetchpriority="low"></script>\n</template>',
  );
  expect(renderDocument(PAGE)).not.toContain('data-search');
});

test('a page with noIndex tells search engines so, and the not-found page has no address', () => {
  const html = renderDocument({ ...PAGE, head: { ...PAGE.head, noIndex: true }, canonicalUrl: null });
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(html).not.toContain('rel="canonical"');
});

test('a preview shows its badge outside the tree that React hydrates', () => {
  expect(renderDocument(PAGE)).not.toContain('<aside');
  const html = renderDocument({ ...PAGE, previewLabel: 'Preview of <b>' });
  expect(html).toContain('</div>\n<aside aria-label="Preview"');
  expect(html).toContain('Preview of &lt;b&gt;');
});

test('a page names its picture for link previews with the size, if it has one', () => {
  expect(renderDocument(PAGE)).not.toContain('og:image');
  const html = renderDocument({ ...PAGE, imageUrl: 'https://corvane.example/social/home.jpg' });
  expect(html).toContain('<meta property="og:image" content="https://corvane.example/social/home.jpg">');
  expect(html).toContain('<meta name="twitter:card" content="summary_large_image">');
});

test('only icons that the host has are named', () => {
  const html = renderDocument(PAGE);
  expect(html).toContain('<link rel="icon" href="/i.svg" type="image/svg+xml">');
  expect(html).not.toContain('rel="manifest"');
});

test('pages with another inline script are another composition', () => {
  const releases = { schemaVersion: 1, host: {}, remotes: {} } as unknown as SiteReleases;
  const site = { siteUrl: 'https://corvane.example' } as SiteConfig;
  const id = compositionIdOf(releases, site);
  expect(compositionIdOf(releases, site, INLINE_SCRIPTS)).toBe(id);
  expect(compositionIdOf(releases, site, [...INLINE_SCRIPTS.slice(1), `${INLINE_SCRIPTS[0]};`])).not.toBe(id);
});
