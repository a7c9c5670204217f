import { readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * The given chunks and all their static imports, each once, in the order in which a browser meets them. Dynamic
 * imports are excluded.
 */
export async function staticImportClosure(dir: string, entries: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  const waiting = [...entries];
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    if (found.has(file)) continue;
    found.add(file);
    waiting.push(...(await staticImports(dir, file)));
  }
  return [...found];
}

async function staticImports(dir: string, file: string): Promise<string[]> {
  // The bundle runs where this is not installed.
  const { parseSync } = await import('oxc-parser');
  const { module } = parseSync(file, await readFile(path.join(dir, file), 'utf8'));
  const specifiers = [
    ...module.staticImports.map((statement) => statement.moduleRequest.value),
    ...module.staticExports.flatMap((statement) =>
      statement.entries.map((entry) => entry.moduleRequest?.value).filter((value) => value !== undefined),
    ),
  ];
  return specifiers
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => path.posix.join(path.posix.dirname(file), specifier));
}
