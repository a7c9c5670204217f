/**
 * Replaces Vite's own helper around each `import()`, which is larger than most of what it loads. Requests what a file
 * needs at once, where the browser would ask for the second when it has read the first. What fails here fails in `load`
 * too.
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
