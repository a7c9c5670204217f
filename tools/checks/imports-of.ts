import { parseSync } from 'oxc-parser';

/** Every module that a source file names: imports, re-exports, and dynamic imports of a literal. */
export function importsOf(file: string, source: string): string[] {
  const { module, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const literals = module.dynamicImports
    .map(({ moduleRequest }) => source.slice(moduleRequest.start, moduleRequest.end))
    .map((text) => /^(['"`])([^$]*)\1$/.exec(text)?.[2])
    .filter((specifier) => specifier !== undefined);
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.map((entry) => entry.moduleRequest?.value).filter((value) => value !== undefined),
    ),
    ...literals,
  ];
}
