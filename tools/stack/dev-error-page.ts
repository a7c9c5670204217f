import { stripVTControlCharacters } from 'node:util';
import { escapeHtml } from '../release/compose/html-document.ts';

/**
 * What `dev` shows while the source is broken. No module runs in it, so nothing tells it of a change: it asks again by
 * itself, and the page is back as soon as the source is mended.
 */
export function devErrorPage(error: Error): string {
  const text = stripVTControlCharacters(error.stack ?? error.message);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta http-equiv="refresh" content="1"><title>The source is broken</title></head>
<body><h1>The source is broken</h1><pre>${escapeHtml(text)}</pre></body>
</html>
`;
}
