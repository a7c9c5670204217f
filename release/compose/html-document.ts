import { PAGE_CONFIG_ELEMENT_ID, type PageConfig } from '@corvane/shared/contracts/remote/page-config';
import {
  FACES_SCRIPT,
  HINT_SCRIPT,
  LAYOUT_SCRIPT,
  LINK_SCRIPT,
  PRELOAD_SCRIPT,
  RENEW_SCRIPT,
  START_SCRIPT,
} from '@corvane/tools/gateway/inline-scripts';
import type { InlineStylesheet } from './inline-stylesheet.ts';

export interface HtmlDocument {
  head: { title: string; description: string; noIndex: boolean };
  /** Absolute URL of the page. Null for the not-found page, which has none. */
  canonicalUrl: string | null;
  siteName: string;
  /** Absolute URL of the picture for link previews, 1200 x 630 px. */
  imageUrl: string | null;
  /** Site-absolute addresses. Null if the host has none. */
  icons: { svg: string | null; ico: string | null; appleTouch: string | null; manifest: string | null };
  stylesheets: readonly InlineStylesheet[];
  /** Stylesheet of the fonts that a browser downloads, null for none. */
  fontFaces: string | null;
  /** Fonts that every page needs: shared/src/first-paint/download-faces.js downloads them. */
  fonts: readonly string[];
  /** Scripts of the host that its entry needs. */
  hostPreloads: readonly string[];
  /** Scripts of the page's remote. */
  remotePreloads: readonly string[];
  /** Further ones, by the parameter that an address must have: for pages that need their scripts. */
  preloadsFor: Readonly<Record<string, readonly string[]>>;
  entry: string;
  /** Until its scripts have run, the page shows nothing of its own. So the browser fetches them beside the HTML. */
  needsScripts: boolean;
  /** Live version of each application, for readers of the source. */
  versions: Readonly<Record<string, string>>;
  structuredData: unknown;
  config: PageConfig;
  /** Text of a preview's badge. Null for the site itself. */
  previewLabel: string | null;
  body: string;
}

/**
 * A whole page. It contains everything for the first paint. Font faces and scripts wait in a template until then. A page
 * that needs its scripts fetches them earlier, but does not run them. Until then, text is in a fallback of the same
 * measures. Both JSON blocks are data to a browser.
 */
export function renderDocument(page: HtmlDocument): string {
  const { title, description, noIndex } = page.head;
  const faces = link('stylesheet', page.fontFaces);
  const waitingFaces = link('stylesheet', page.fontFaces, `data-fonts="${escapeHtml(page.fonts.join(' '))}"`);
  // A preload keeps to the referrer policy. A font that a stylesheet asks for does not.
  const fontPreloads = page.fonts
    .map((href) => link('preload', href, 'as="font" type="font/woff2" crossorigin'))
    .join('');
  const modulePreloads = (hrefs: readonly string[]) =>
    hrefs.map((href) => link('modulepreload', href, 'fetchpriority="low"'));
  const inTurn = [['', page.remotePreloads] as const, ...Object.entries(page.preloadsFor)].map(
    ([search, hrefs]) =>
      `<template data-search="${escapeHtml(search)}">${modulePreloads(hrefs).join('')}</template>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
${[
  '<meta charset="utf-8">',
  `<script>${LINK_SCRIPT}</script>`,
  '<meta name="viewport" content="width=device-width, initial-scale=1">',
  ...(page.needsScripts ? [...modulePreloads([page.entry, ...page.hostPreloads]), ...inTurn] : []),
  `<title>${escapeHtml(title)}</title>`,
  meta('name', 'description', description),
  meta('name', 'robots', noIndex ? 'noindex' : 'index, follow'),
  meta('name', 'theme-color', '#fbfaf7'),
  page.canonicalUrl === null ? '' : `<link rel="canonical" href="${escapeHtml(page.canonicalUrl)}">`,
  meta('property', 'og:type', 'website'),
  meta('property', 'og:site_name', page.siteName),
  meta('property', 'og:title', title),
  meta('property', 'og:description', description),
  page.canonicalUrl === null ? '' : meta('property', 'og:url', page.canonicalUrl),
  ...(page.imageUrl === null
    ? [meta('name', 'twitter:card', 'summary')]
    : [
        meta('property', 'og:image', page.imageUrl),
        meta('property', 'og:image:width', '1200'),
        meta('property', 'og:image:height', '630'),
        meta('name', 'twitter:card', 'summary_large_image'),
      ]),
  ...Object.entries(page.versions).map(([app, version]) => meta('name', `corvane:${app}`, version)),
  link('icon', page.icons.ico, 'sizes="32x32"'),
  link('icon', page.icons.svg, 'type="image/svg+xml"'),
  link('apple-touch-icon', page.icons.appleTouch),
  link('manifest', page.icons.manifest),
  `<script>${HINT_SCRIPT}</script>`,
  `<script>${LAYOUT_SCRIPT}</script>`,
  ...page.stylesheets.map(({ href, css }) => `<style data-href="${escapeHtml(href)}">${css}</style>`),
  page.fontFaces === null ? '' : `<noscript>${fontPreloads}${faces}</noscript>`,
  page.fontFaces === null ? '' : `<template id="page-faces">${waitingFaces}</template>`,
  `<script>${FACES_SCRIPT}</script>`,
  page.needsScripts ? `<script>${PRELOAD_SCRIPT}</script>` : '',
  '<template id="page-scripts">',
  ...(page.needsScripts ? [] : modulePreloads([...page.hostPreloads, ...page.remotePreloads])),
  `<script type="module" src="${escapeHtml(page.entry)}" fetchpriority="low"></script>`,
  '</template>',
  `<script>${START_SCRIPT}</script>`,
  jsonBlock('application/ld+json', page.structuredData),
  jsonBlock('application/json', page.config, PAGE_CONFIG_ELEMENT_ID),
  page.needsScripts ? `<script>${RENEW_SCRIPT}</script>` : '',
]
  .filter((line) => line !== '')
  .join('\n')}
</head>
<body>
<div id="root">${page.body}</div>${page.previewLabel === null ? '' : previewBadge(page.previewLabel)}
</body>
</html>
`;
}

function meta(attribute: 'name' | 'property', key: string, content: string): string {
  return `<meta ${attribute}="${key}" content="${escapeHtml(content)}">`;
}

function link(rel: string, href: string | null, attributes = ''): string {
  return href === null
    ? ''
    : `<link rel="${rel}" href="${escapeHtml(href)}"${attributes && ` ${attributes}`}>`;
}

/** Outside the page's tree, so that every host version shows it. */
function previewBadge(label: string): string {
  const style =
    'position:fixed;inset:auto auto 1rem 1rem;z-index:2147483647;max-width:calc(100vw - 2rem);padding:.5rem 1rem;' +
    'border-radius:.25rem;background:#0e1b2a;color:#fbfaf7;font:600 .875rem/1.5 system-ui,sans-serif';
  return `
<aside aria-label="Preview" style="${style}">${escapeHtml(label)}. <a href="/" style="color:inherit">Leave the preview</a></aside>`;
}

/** `<` is escaped, so that no text inside can end the block. */
function jsonBlock(type: string, value: unknown, id?: string): string {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c');
  return `<script type="${type}"${id === undefined ? '' : ` id="${id}"`}>${json}</script>`;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
