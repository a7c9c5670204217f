import type { Sizes } from './sizes.ts';

/** What the HTML of a page is made of, by parts such as `/pricing section plans-title` or `/pricing styles of marketing`. */
interface HtmlParts {
  /** Before compression. */
  bytes: Sizes;
  elements: Sizes;
}

/** A comment, the inside of a script or stylesheet with its tags, or one tag. */
const TOKEN =
  /<!--.*?-->|<(?<raw>script|style)\b(?<rawAttributes>[^>]*)>.*?<\/\k<raw>>|<(?<close>\/?)(?<tag>[a-z][\w-]*)(?<attributes>[^>]*)>/gs;

/** Elements that developers know by name. What is inside others belongs to the nearest of these around it. */
const NAMED = /^(?:head|template|header|nav|main|section|article|aside|form|dialog|footer)$/;
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
const LABELS = ['data-testid', 'aria-labelledby', 'aria-label', 'id'];

/**
 * Every byte and every element of a page belongs to one part.
 * @param html as React writes it: every element that needs an end has one, and no attribute contains `>`
 */
export function htmlParts(html: string, pathname: string): HtmlParts {
  const parts: HtmlParts = { bytes: new Map(), elements: new Map() };
  const open = ['page'];
  const add = (name: string, text: string, elements: number) => {
    increase(parts.bytes, `${pathname} ${name}`, Buffer.byteLength(text));
    increase(parts.elements, `${pathname} ${name}`, elements);
  };
  let done = 0;
  for (const { index, 0: token, groups = {} } of html.matchAll(TOKEN)) {
    const { raw, rawAttributes = '', close, tag = '', attributes = '' } = groups;
    const around = open.at(-1) ?? 'page';
    add(around, html.slice(done, index), 0);
    done = index + token.length;
    if (raw !== undefined) {
      add(partName(raw, rawAttributes), token, 1);
    } else if (tag === '') {
      add(around, token, 0);
    } else if (close === '/') {
      add(around, token, 0);
      open.pop();
    } else {
      const name = isNamed(tag, attributes) ? partName(tag, attributes) : around;
      add(name, token, 1);
      if (!VOID.test(tag) && !attributes.endsWith('/')) open.push(name);
    }
  }
  add('page', html.slice(done), 0);
  return parts;
}

function isNamed(tag: string, attributes: string): boolean {
  return NAMED.test(tag) || attributes.includes(' data-testid="');
}

function partName(tag: string, attributes: string): string {
  const application = /data-href="\/(?:assets|remotes)\/([^/]+)/.exec(attributes)?.[1];
  if (application !== undefined) return `styles of ${application}`;
  const labels = LABELS.map((label) => new RegExp(` ${label}="([^"]+)"`).exec(attributes)?.[1]);
  return [tag, labels.find((label) => label !== undefined)].filter(Boolean).join(' ');
}

function increase(sizes: Sizes, name: string, by: number): void {
  const sum = (sizes.get(name) ?? 0) + by;
  if (sum > 0) sizes.set(name, sum);
}
