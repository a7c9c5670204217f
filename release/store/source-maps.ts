import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { StackFrame } from '@corvane/shared/lib/stack-frames';
import { originalPositionFor, sourceContentFor, TraceMap } from '@jridgewell/trace-mapping';

/** Ending of a source map beside the script of a build. */
export const SOURCE_MAP_SUFFIX = '.map';

/** Below a version's server build, which no edge serves. */
export const SOURCE_MAP_DIRECTORY = 'source-maps';
/** As the sources of an application's map are named: relative to its browser build. */
const BUILD_DIR = 'dist/client';

/** A line of our sources. */
export interface SourcePlace {
  /** Relative to the workspace: `portal/src/remote.ts`. */
  file: string;
  line: number;
  /** The function or component around the line, '' if none is found. */
  name: string;
  /** The line itself, '' without the sources. */
  text: string;
  /** Of a package, not of ours. */
  isPackage: boolean;
}

/** Keeps the source maps of a build with the version, compressed. */
export async function keepSourceMaps(clientDir: string, serverDir: string): Promise<void> {
  const maps = (await readdir(clientDir)).filter((file) => file.endsWith(SOURCE_MAP_SUFFIX));
  if (maps.length === 0) return;
  await mkdir(path.join(serverDir, SOURCE_MAP_DIRECTORY), { recursive: true });
  for (const file of maps) {
    const content = gzipSync(await readFile(path.join(clientDir, file)));
    await writeFile(path.join(serverDir, SOURCE_MAP_DIRECTORY, `${file}.gz`), content);
  }
}

/** Finds source lines of published scripts. Reads each map once. */
export class SourceMaps {
  readonly #serverDir: (app: string, version: string) => string;
  readonly #maps = new Map<string, Promise<TraceMap | null>>();

  constructor(serverDir: (app: string, version: string) => string) {
    this.#serverDir = serverDir;
  }

  /** null when the version was pruned, has no map, or the place is in no source. */
  async find({ application, version, file, line, column }: StackFrame): Promise<SourcePlace | null> {
    const map = await this.#map(application, version, file);
    if (map === null) return null;
    // Browsers count columns from 1, maps from 0.
    const found = originalPositionFor(map, { line, column: Math.max(column - 1, 0) });
    if (found.source === null) return null;
    const source = path.posix.join(application, BUILD_DIR, found.source);
    const lines = (sourceContentFor(map, found.source) ?? '').split('\n');
    return {
      file: source,
      line: found.line,
      name: nameAround(lines, found.line),
      text: lines[found.line - 1]?.trim() ?? '',
      isPackage: source.includes('node_modules/'),
    };
  }

  #map(application: string, version: string, file: string): Promise<TraceMap | null> {
    const name = `${file}${SOURCE_MAP_SUFFIX}.gz`;
    const stored = path.join(this.#serverDir(application, version), SOURCE_MAP_DIRECTORY, name);
    const known = this.#maps.get(stored);
    if (known !== undefined) return known;
    const map = readFile(stored).then(
      (content) => new TraceMap(gunzipSync(content).toString('utf8')),
      () => null,
    );
    this.#maps.set(stored, map);
    return map;
  }
}

const TOP_LEVEL = /^(?:export )?(?:default )?(?:async )?(?:function\*?|const|class) (\w+)/;

/** Our sources declare at the left margin, so the nearest declaration above is the one around. */
function nameAround(lines: readonly string[], line: number): string {
  for (let index = line - 1; index >= 0; index -= 1) {
    const name = TOP_LEVEL.exec(lines[index] ?? '')?.[1];
    if (name !== undefined) return name;
  }
  return '';
}
