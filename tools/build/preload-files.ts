/**
 * Replaces Vite's own helper around each `import()`, which is larger than most of what it loads. Requests all that a
 * file needs at once. The browser alone would request the second file only after it has read the first. What fails
 * here fails in `load` too.
 * @param files addresses relative to `importer`
 */
export function __vitePreload<T>(
  load: () => Promise<T>,
  files: readonly string[] = [],
  importer = '',
): Promise<T> {
  for (const file of files) import(/* @vite-ignore */ new URL(file, importer).href).catch(() => {});
  return load();
}
