const asked = new Set<string>();

/** Fetches a module before anything imports it. Firefox reports one that has been loaded already as failed. */
export function preloadModule(path: string): void {
  const { href } = new URL(path, location.href);
  if (asked.has(href) || performance.getEntriesByName(href, 'resource').length > 0) return;
  asked.add(href);
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = href;
  document.head.append(link);
}
