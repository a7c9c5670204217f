const pending = new Map<string, Promise<void>>();
/** Links that have loaded and apply to nothing yet. */
const waiting: HTMLLinkElement[] = [];

/**
 * Links a stylesheet once and waits for it, so a page never paints unstyled. Until `applyStylesheets` it matches no
 * medium: the page on the screen does not compute its styles again for the next one.
 * @throws when it cannot be loaded. The failed link is removed, so the next call tries again
 */
export function loadStylesheet(href: string): Promise<void> {
  const known = pending.get(href);
  if (known !== undefined) return known;
  const name = CSS.escape(href);
  // The first page has its styles in its own HTML (release/compose/inline-stylesheet.ts).
  if (document.querySelector(`style[data-href="${name}"], link[rel="stylesheet"][href="${name}"]`))
    return Promise.resolve();
  const loading = appendLink(href).finally(() => pending.delete(href));
  pending.set(href, loading);
  return loading;
}

function appendLink(href: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.media = 'not all';
  // Browsers fetch a stylesheet of another medium last.
  link.fetchPriority = 'high';
  link.href = href;
  return new Promise((resolve, reject) => {
    link.onload = () => {
      waiting.push(link);
      resolve();
    };
    link.onerror = () => {
      link.remove();
      reject(new Error(`Stylesheet ${href} could not be loaded`));
    };
    document.head.append(link);
  });
}

/**
 * Call it when a page is put on the screen. The styles apply at once: Firefox and WebKit read the sheet again, later,
 * when the link's own `media` changes.
 */
export function applyStylesheets(): void {
  for (const { sheet } of waiting.splice(0)) if (sheet !== null) sheet.media.mediaText = 'all';
}
