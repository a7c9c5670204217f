/** Fetches a module before anything imports it. Firefox reports one that has been loaded already as failed. */
export function preloadModule(path: string): void {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = path;
  if (performance.getEntriesByName(link.href).length === 0) document.head.append(link);
}
