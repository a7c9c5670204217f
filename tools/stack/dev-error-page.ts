import { stripVTControlCharacters } from 'node:util';
import { escapeHtml } from '../../release/compose/html-document.ts';

/**
 * What `dev` shows while the source is broken. No module runs in it, so it gets no notice of a change. It reloads by
 * itself, and the page returns as soon as the source is repaired.
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
