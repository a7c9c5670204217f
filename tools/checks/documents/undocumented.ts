/** @returns the scripts of package.json that no command of the text runs. `run bench web` runs `bench:web`. */
export function undocumentedScripts(scripts: readonly string[], text: string): string[] {
  const inOneLine = text.replaceAll(/\s+/g, ' ');
  return scripts.filter(
    (script) => !new RegExp(`(?:\\brun|pnpm@12) ${script.replace(':', '[: ]')}(?![\\w:-])`).test(inOneLine),
  );
}

/** Environment variables that a source reads by name, from `process.env` or from `env`. */
export function variablesReadBy(source: string): string[] {
  return [...source.matchAll(/(?<!import\.meta\.)\benv\.([A-Z][A-Z\d_]+)\b/g)].map(([, name = '']) => name);
}
