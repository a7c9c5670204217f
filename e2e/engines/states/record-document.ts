/** What a page shows, without its scripts. */
export interface RecordedDocument {
  root: Record<string, string>;
  /** Stylesheets, title and what axe reads in the head, element by element. */
  head: readonly string[];
  bodyAttributes: Record<string, string>;
  body: string;
}

/** Marks the element that had the focus. */
export const FOCUSED = 'data-recorded-focus';

/** Runs in a page. What people typed and chose becomes part of the HTML. It is sent as text, so it contains everything. */
export function recordDocument(focused: string): RecordedDocument {
  const attributesOf = ({ attributes }: Element) =>
    Object.fromEntries([...attributes].map(({ name, value }) => [name, value]));
  document.activeElement?.setAttribute(focused, '');
  const copy = document.body.cloneNode(true) as HTMLElement;
  document.activeElement?.removeAttribute(focused);
  // A copy has the same elements in the same order, and no state.
  const originals = document.body.querySelectorAll('input, textarea, option');
  for (const [index, field] of copy.querySelectorAll('input, textarea, option').entries()) {
    const original = originals[index];
    if (original instanceof HTMLTextAreaElement) field.textContent = original.value;
    else if (original instanceof HTMLOptionElement) field.toggleAttribute('selected', original.selected);
    else if (original instanceof HTMLInputElement) {
      field.setAttribute('value', original.value);
      field.toggleAttribute('checked', original.checked);
    }
  }
  for (const script of copy.querySelectorAll('script')) script.remove();
  const head = document.head.querySelectorAll('title, meta, style, link[rel=stylesheet]');
  return {
    root: attributesOf(document.documentElement),
    head: [...head].map(({ outerHTML }) => outerHTML),
    bodyAttributes: attributesOf(document.body),
    body: copy.innerHTML,
  };
}

/**
 * Runs in an empty page: shows a recorded document. Resolves once its stylesheets and fonts are loaded. The page is not
 * loaded again, so axe stays in it, compiled. The page fetches the document itself: a driver would copy it several times.
 */
export async function showDocument(path: string, focused: string): Promise<void> {
  const shown = (await (await fetch(path)).json()) as RecordedDocument;
  const setAttributes = (element: Element, attributes: Record<string, string>) => {
    for (const { name } of [...element.attributes]) element.removeAttribute(name);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  };
  setAttributes(document.documentElement, shown.root);
  const page = window as unknown as { 'engines:head'?: Map<string, Element>; 'engines:body'?: string };
  // Most of the head stays from state to state. A browser would parse all styles again.
  page['engines:head'] ??= new Map();
  const head = page['engines:head'];
  for (const [html, element] of head) {
    if (shown.head.includes(html)) continue;
    element.remove();
    head.delete(html);
  }
  const loading: Promise<unknown>[] = [];
  let next: Element | null = null;
  for (const html of shown.head.toReversed()) {
    const template = document.createElement('template');
    if (!head.has(html)) template.innerHTML = html;
    const element = head.get(html) ?? template.content.firstElementChild;
    if (element === null) throw new Error(`No element: ${html}`);
    if (!head.has(html) && element instanceof HTMLLinkElement) {
      const href = element.getAttribute('href');
      loading.push(
        new Promise((resolve, reject) => {
          element.addEventListener('load', resolve);
          element.addEventListener('error', () => reject(new Error(`${href} is not loaded`)));
        }),
      );
    }
    if (!head.has(html) || element.nextElementSibling !== next) document.head.insertBefore(element, next);
    head.set(html, element);
    next = element;
  }
  await Promise.all(loading);
  // Two themes mostly share their HTML.
  if (page['engines:body'] !== shown.body) {
    document.body.innerHTML = shown.body;
    page['engines:body'] = shown.body;
  }
  setAttributes(document.body, shown.bodyAttributes);
  document.querySelector<HTMLElement>(`[${focused}]`)?.focus();
  await document.fonts.ready;
}
