const pending = new Map<string, Promise<void>>();

/**
 * Links a stylesheet once and waits for it, so a page never paints unstyled.
 * @throws when it cannot be loaded. The failed link is removed, so the next call tries again.
 */
export function loadStylesheet(href: string): Promise<void> {
  const known = pending.get(href);
  if (known !== undefined) return known;
  // The first page has its styles in its own HTML (tools/release/compose/inline-stylesheet.ts).
  if (document.querySelector(`style[data-href="${CSS.escape(href)}"]`) !== null) return Promise.resolve();
  const existing = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].find(
    (link) => link.getAttribute('href') === href,
  );
  if (existing !== undefined) return Promise.resolve();
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
