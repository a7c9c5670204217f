import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

interface Facade {
  file: string;
  /** The file that it imports from, and its only import. */
  target: string;
  /** Its own export to the target's. */
  names: Map<string, string>;
}

/**
 * Removes files that only re-export another file. A bundler makes one for every entry whose module shares a file with
 * others. Each of them costs a visitor a request. Other files then import the target by its own name. Both names must
 * have the same length, so that source maps stay valid.
 */
export async function mergeFacades(dir: string): Promise<void> {
  const names = await readdir(dir);
  const scripts = new Map<string, string>();
  for (const file of names.filter((name) => name.endsWith('.js'))) {
    scripts.set(file, await readFile(path.join(dir, file), 'utf8'));
  }
  const manifestFile = path.join(dir, 'manifest.json');
  let manifest = await readFile(manifestFile, 'utf8');
  for (const facade of [...scripts].flatMap(([file, code]) => facadeOf(file, code) ?? [])) {
    const { file, target } = facade;
    const exported = exportedNames(target, scripts.get(target) ?? '');
    const added = [...facade.names].map(([name, original]) => ({ name, local: exported.get(original) }));
    const canAdd = added.every(
      ({ name, local }) => local !== undefined && (exported.get(name) ?? local) === local,
    );
    const users = [...scripts].filter(([user, code]) => user !== file && code.includes(file));
    if (!canAdd || (users.length > 0 && file.length !== target.length)) continue;
    for (const [user, code] of users) scripts.set(user, code.replaceAll(file, target));
    for (const { name, local } of added.filter((entry) => !exported.has(entry.name))) {
      scripts.set(target, `${scripts.get(target)?.trimEnd()}export{${local} as ${name}};\n`);
    }
    manifest = manifest.replaceAll(file, target);
    scripts.delete(file);
    for (const gone of [file, `${file}.map`]) await rm(path.join(dir, gone), { force: true });
  }
  for (const [file, code] of scripts) await writeFile(path.join(dir, file), code);
  await writeFile(manifestFile, manifest);
}

/** null for a file that does more than re-export another one. */
function facadeOf(file: string, code: string): Facade | null {
  const { program, module } = parseSync(file, code);
  if (!program.body.every(({ type }) => type === 'ImportDeclaration' || type === 'ExportNamedDeclaration'))
    return null;
  const exported = module.staticExports.flatMap(({ entries }) => entries);
  const sources = new Set(
    [...module.staticImports, ...exported].map(({ moduleRequest }) => moduleRequest?.value ?? null),
  );
  const [source = null] = sources;
  if (sources.size !== 1 || source === null || !source.startsWith('./')) return null;
  const names = new Map(
    exported.map(({ exportName, importName }) => [nameOf(exportName), nameOf(importName)]),
  );
  return { file, target: source.slice(2), names };
}

function nameOf({ name }: { name: string | null }): string {
  return name ?? 'default';
}

/** What a file exports: name outside to name inside. */
function exportedNames(file: string, code: string): Map<string, string> {
  const { module } = parseSync(file, code);
  return new Map(
    module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ exportName, localName }) =>
        localName.name === null ? [] : [[nameOf(exportName), localName.name] as const],
      ),
    ),
  );
}
