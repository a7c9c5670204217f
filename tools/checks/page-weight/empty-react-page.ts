import { build } from 'esbuild';

const SCRIPT = `
import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
hydrateRoot(document.getElementById('root'), createElement('main', null, createElement('h1', null, 'Empty')));
`;

/** The smallest page that React hydrates: what a machine needs for React alone. */
export async function emptyReactPage(scriptAddress: string): Promise<{ html: string; script: string }> {
  const { outputFiles } = await build({
    stdin: { contents: SCRIPT, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: 'esm',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
  });
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Empty</title><script type="module" src="${scriptAddress}"></script></head>
<body><div id="root"><main><h1>Empty</h1></main></div></body>
</html>
`;
  return { html, script: outputFiles[0]?.text ?? '' };
}
