import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { eachMapping, TraceMap } from '@jridgewell/trace-mapping';

const PUBLISHED = /^\/(?:assets|remotes)\/([^/]+)\/([^/]+)\/(.+)$/;

/**
 * What a published script is made of, by its source map: a module such as `marketing/src/remote.ts`, or
 * `react-dom/client.js` of a package, to its bytes. A file of a few bytes has none, and is a module of its own.
 * @param address site-absolute
 */
export async function moduleSizes(siteRoot: string, address: string): Promise<ReadonlyMap<string, number>> {
  const [, app = '', version = '', file = ''] = PUBLISHED.exec(address) ?? [];
  const code = await readFile(path.join(siteRoot, address), 'utf8');
  const packed = await readFile(
    path.join(siteRoot, 'server', app, version, 'source-maps', `${file}.map.gz`),
  ).catch(() => null);
  if (packed === null) return new Map([[`${app}/${file.replace(/-[\w-]{8}\.js$/, '')}`, code.length]]);

  const lineLengths = code.split('\n').map((line) => line.length);
  const sizes = new Map<string, number>();
  const add = (source: string | null, bytes: number) => {
    if (source === null || bytes <= 0) return;
    const name = moduleName(app, source);
    sizes.set(name, (sizes.get(name) ?? 0) + bytes);
  };
  let last: { source: string | null; line: number; column: number } | null = null;
  const end = (line: number, column: number) => {
    if (last === null) return;
    add(last.source, (last.line === line ? column : (lineLengths[last.line - 1] ?? 0)) - last.column);
  };
  eachMapping(new TraceMap(gunzipSync(packed).toString()), ({ source, generatedLine, generatedColumn }) => {
    end(generatedLine, generatedColumn);
    last = { source, line: generatedLine, column: generatedColumn };
  });
  end(Number.POSITIVE_INFINITY, 0);
  return sizes;
}

/** Packages without the folders and versions that pnpm gives them. */
function moduleName(app: string, source: string): string {
  const file = path.posix.join(app, 'dist/client', source);
  return file.replace(/^.*node_modules\//, '');
}
