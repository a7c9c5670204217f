/**
 * What a page says, without its looks: elements, their texts, and the attributes that people, browsers or our code read.
 * Each line has those below it. A line ends with `#` and how often it stood beside itself until there.
 */
export type Outline = Map<string, Outline>;

/** Classes for paper, less motion, forced colors, screen readers or keyboards. No picture of a page shows them. */
const SELDOM_SEEN =
  /(^|:)(print|motion-(safe|reduce)|forced-colors|contrast-(more|less)|focus-visible|(not-)?sr-only)(:|!|$)/;
const UNSAID =
  /^(class|style|checked|selected|width|height|srcset|sizes|loading|decoding|fetchpriority|data-aria-hidden)$/;
const SAID_OF_DRAWINGS = /^(role|aria-.+|data-.+|href|tabindex)$/;
const UNREAD = new Set(['script', 'style', 'template']);
/** Without an attribute that says something, these only hold what is in them. */
const HOLDERS = new Set(['div', 'span']);
/** Of an instant in an address. A test that polls moves its stopped clock by some of them. */
const MILLISECONDS = /(?<=%3A\d\d)\.\d{3}(?=Z)/g;
/** Of React's `useId`. They depend on what was drawn before. */
const GENERATED_ID = /_[rR]_\w*?_|\bradix-/;

/** @param root an element or a document. It is not a part of its outline */
export function outlineOf(root: Node): Outline {
  return counted(linesIn(root));
}

/** Adds what another page says. What both say stays once. */
export function addOutline(to: Outline, outline: Outline): void {
  for (const [line, below] of outline) {
    const there = to.get(line);
    if (there === undefined) to.set(line, below);
    else addOutline(there, below);
  }
}

/** One line for each, those below it indented. */
export function outlineText(outline: Outline, indent = ''): string {
  return [...outline]
    .map(
      ([line, below]) =>
        `${indent}${line.slice(0, line.lastIndexOf('#'))}\n${outlineText(below, `${indent}  `)}`,
    )
    .join('');
}

interface Line {
  text: string;
  below: Line[];
}

function counted(lines: readonly Line[]): Outline {
  const times = new Map<string, number>();
  return new Map(
    lines.map(({ text, below }) => {
      const time = (times.get(text) ?? 0) + 1;
      times.set(text, time);
      return [`${text}#${time}`, counted(below)];
    }),
  );
}

function linesIn(parent: Node): Line[] {
  const lines: Line[] = [];
  let words = '';
  const endText = () => {
    const text = words.replaceAll(/\s+/g, ' ').trim();
    if (text !== '') lines.push({ text: `"${text}"`, below: [] });
    words = '';
  };
  for (const node of parent.childNodes) {
    // A browser's translation puts each text into a <font>.
    const isText = node.nodeType === node.TEXT_NODE || node.nodeName === 'FONT';
    if (isText) words += node.textContent;
    if (isText || node.nodeType !== node.ELEMENT_NODE) continue;
    endText();
    lines.push(...linesOf(node as Element));
  }
  endText();
  return lines;
}

function linesOf(element: Element): Line[] {
  const { localName } = element;
  if (localName === 'script' && element.getAttribute('type') === 'application/ld+json')
    return [{ text: 'script type=application/ld+json', below: linesOfJson(element.textContent ?? '') }];
  if (UNREAD.has(localName) || element.hasAttribute('data-radix-focus-guard')) return [];
  const said = [...attributesOf(element), ...stateOf(element), ...seldomSeen(element)];
  const below = localName === 'textarea' ? [] : linesIn(element);
  if (said.length === 0 && (HOLDERS.has(localName) || isDrawing(element))) return below;
  const text = [localName, ...said].join(' ');
  const [first] = below;
  if (below.length === 1 && first?.text.startsWith('"'))
    return [{ text: `${text} ${first.text}`, below: [] }];
  return [{ text, below }];
}

const linesOfJson = (json: string): Line[] =>
  JSON.stringify(JSON.parse(json), null, 2)
    .split('\n')
    .map((text) => ({ text, below: [] }));

const isDrawing = (element: Element) => element.namespaceURI?.endsWith('/svg') === true;
const isField = (element: Element) => /^(input|select|textarea)$/.test(element.localName);
const isTicked = (element: Element) => /^(checkbox|radio)$/.test(element.getAttribute('type') ?? '');

function attributesOf(element: Element): string[] {
  return [...element.attributes]
    .filter(({ name, value }) => {
      if (isDrawing(element)) return SAID_OF_DRAWINGS.test(name);
      if (name === 'id') return !GENERATED_ID.test(value);
      // An open dialog hides the rest of the page.
      if (name === 'aria-hidden' && element.hasAttribute('data-aria-hidden')) return false;
      if (name === 'value') return !isField(element) || isTicked(element);
      return !UNSAID.test(name);
    })
    .map(({ name, value }) => (value === '' ? name : `${name}=${stable(element, value)}`))
    .sort();
}

/** With the element that a generated id belongs to in place of the id. */
function stable(element: Element, value: string): string {
  if (!GENERATED_ID.test(value)) return value.replaceAll(MILLISECONDS, '');
  return value
    .split(' ')
    .map((id) => {
      const target = element.ownerDocument.getElementById(id.replace(/^#/, ''));
      const name = target?.getAttribute('name') ?? target?.getAttribute('role');
      return GENERATED_ID.test(id)
        ? `<${[target?.localName ?? 'nothing', name].filter(Boolean).join(' ')}>`
        : id;
    })
    .join(' ');
}

/** What a person has entered or chosen. */
function stateOf(element: Element): string[] {
  if (!isField(element)) return [];
  const { checked, value } = element as HTMLInputElement;
  if (isTicked(element)) return checked ? ['checked'] : [];
  return value === '' ? [] : [`value="${value.replaceAll('\n', '⏎')}"`];
}

const seldomSeen = (element: Element) =>
  [...element.classList].filter((name) => SELDOM_SEEN.test(name)).map((name) => `.${name}`);
