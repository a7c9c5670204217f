const pending = new Map<string, Promise<void>>();

/**
 * Links a stylesheet once and waits for it, so that a page never paints unstyled.
 * @throws when it cannot be loaded; the failed link is removed, so that the next call asks again.
 */
export function loadStylesheet(href: string): Promise<void> {
  const known = pending.get(href);
  if (known !== undefined) return known;
  const existing = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].find(
    (link) => link.getAttribute('href') === href,
  );
  // One that was answered with an error counts as loaded, and is empty.
  if (existing?.sheet && existing.sheet.cssRules.length > 0) return Promise.resolve();
  // The page's own HTML links it, but it failed: request it again.
  existing?.remove();
  const loading = appendLink(href).finally(() => pending.delete(href));
  pending.set(href, loading);
  return loading;
}

function appendLink(href: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve(), { once: true });
    link.addEventListener(
      'error',
      () => {
        link.remove();
        reject(new Error(`Stylesheet ${href} could not be loaded`));
      },
      { once: true },
    );
    document.head.append(link);
  });
}
