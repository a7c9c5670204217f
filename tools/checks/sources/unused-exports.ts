/** Sources that programs wrote, or that something outside this repository imports by name. */
const NOT_CHECKED = [
  'shared/src/supabase/database.types.ts',
  'shared/src/contracts/remote/kept/',
  'tools/checks/fixtures/',
  // The federation plugin's package, replaced by it in the build.
  'tools/build/no-version-ranges.ts',
];

const EXPORTED =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;

/**
 * Exports whose name stands nowhere else, not even in the file itself, as `file: name`.
 * @param sources texts by path, of every TypeScript file
 */
export function unusedExports(sources: ReadonlyMap<string, string>): string[] {
  const timesSaid = new Map<string, number>();
  for (const text of sources.values()) {
    for (const [word] of text.matchAll(/[\w$]+/g)) timesSaid.set(word, (timesSaid.get(word) ?? 0) + 1);
  }
  return [...sources]
    .filter(([file]) => !NOT_CHECKED.some((start) => file.startsWith(start)))
    .flatMap(([file, text]) =>
      [...text.matchAll(EXPORTED)]
        .filter(([, name = '']) => timesSaid.get(name) === 1)
        .map(([, name]) => `${file}: ${name}`),
    );
}
