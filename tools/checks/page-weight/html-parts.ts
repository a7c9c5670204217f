import type { ModuleSizes } from './module-sizes.ts';

/** Each begins a part of the HTML, which reaches to the next one. */
const PART = /<(style|script|template|header|section|footer)\b([^>]*)>/g;

/**
 * What the HTML of a page is made of: name of a part to its bytes before compression, such as `/pricing section
 * plans-title`, `/pricing styles of marketing` or `/pricing head`.
 * @param pathname of the page
 */
export function htmlParts(html: string, pathname: string): ModuleSizes {
  const parts: ModuleSizes = new Map();
  let name = 'head';
  let from = 0;
  const end = (at: number) => {
    const whole = `${pathname} ${name}`;
    parts.set(whole, (parts.get(whole) ?? 0) + Buffer.byteLength(html.slice(from, at)));
    from = at;
  };
  for (const { 1: tag = '', 2: attributes = '', index } of html.matchAll(PART)) {
    end(index);
    name = partName(tag, attributes);
  }
  end(html.length);
  return parts;
}

function partName(tag: string, attributes: string): string {
  const application = /data-href="\/(?:assets|remotes)\/([^/]+)/.exec(attributes)?.[1];
  if (application !== undefined) return `styles of ${application}`;
  const label = /(?:aria-labelledby|data-testid|id)="([^"]+)"/.exec(attributes)?.[1];
  return label === undefined ? tag : `${tag} ${label}`;
}
