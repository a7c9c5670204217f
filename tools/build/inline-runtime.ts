import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

/** The bundler keeps its few functions in a file of their own. Groups have no effect on it. */
const RUNTIME = /^rolldown-runtime-[\w-]+\.js$/;

/** A larger one costs less as a request than as copies. In bytes. */
const LARGEST = 200;

/**
 * Copies the bundler's functions into the files that import them, if they are so small that the request costs more.
 * A copy is a line of its own at the start, so that source maps stay exact.
 */
export async function inlineRuntime(dir: string): Promise<void> {
  const files = (await readdir(dir)).filter((name) => name.endsWith('.js'));
  const runtime = files.find((name) => RUNTIME.test(name));
  if (runtime === undefined) return;
  const functions = await readFile(path.join(dir, runtime), 'utf8');
  if (functions.length > LARGEST) return;
  for (const file of files.filter((name) => name !== runtime)) {
    const code = await readFile(path.join(dir, file), 'utf8');
    if (!code.includes(runtime)) continue;
    const inlined = withFunctions(file, code, { runtime, functions });
    await writeFile(path.join(dir, file), inlined);
    if (inlined.split('\n').length > code.split('\n').length)
      await shiftByLine(path.join(dir, `${file}.map`));
  }
  for (const gone of [runtime, `${runtime}.map`]) await rm(path.join(dir, gone), { force: true });
}

interface Runtime {
  runtime: string;
  functions: string;
}

function withFunctions(file: string, code: string, { runtime, functions }: Runtime): string {
  const used = parseSync(file, code).module.staticImports.find(
    ({ moduleRequest }) => moduleRequest.value === `./${runtime}`,
  );
  // Another line lists files to fetch ahead by their place in the list.
  const listed = (text: string) => text.replaceAll(`"./${runtime}"`, `"./${file}"`);
  if (used === undefined) return listed(code);
  const names = used.entries.map(
    ({ importName, localName }) => `${importName.name ?? 'default'}:${localName.value}`,
  );
  const blank = ' '.repeat(used.end - used.start);
  return listed(
    `const{${names.join()}}=${asObject(runtime, functions)};\n${code.slice(0, used.start)}${blank}${code.slice(used.end)}`,
  );
}

/** The functions by their exported names: `(()=>{var e=…;return{t:e}})()`. */
function asObject(runtime: string, functions: string): string {
  const exported = parseSync(runtime, functions).module.staticExports;
  const names = exported.flatMap(({ entries }) =>
    entries.map(({ exportName, localName }) => `${exportName.name}:${localName.name}`),
  );
  const body = functions.slice(0, exported[0]?.start).trim();
  return `(()=>{${body}return{${names.join()}}})()`;
}

async function shiftByLine(file: string): Promise<void> {
  const map = JSON.parse(await readFile(file, 'utf8')) as { mappings: string };
  await writeFile(file, JSON.stringify({ ...map, mappings: `;${map.mappings}` }));
}
