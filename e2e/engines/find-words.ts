import type { Point } from './driver.ts';

export interface Found extends Point {
  /** Why a click there would fail. null if it would not. */
  refusal: string | null;
}

/**
 * Runs in a page: finds the middle of visible words, and scrolls to them if necessary. It finds a picture by its name
 * for screen readers. If words are only for screen readers, it returns their control. Words of a control come first.
 * @param words complete text of an element or of one of its text nodes
 * @param scope CSS selector of the container. null for the uppermost dialog, or else the page
 */
export function findWords(words: string, scope: string | null): Found | null {
  // A dialog that opened later lies above the others.
  const root =
    scope === null
      ? ([...document.querySelectorAll('[role=dialog]')].at(-1) ?? document.body)
      : document.querySelector(scope);
  if (root === null) return null;

  const CONTROL = 'a, button, summary, label, select, input, textarea';
  const isWanted = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim() === words;
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest('[inert], [aria-hidden=true]') === null;

  const places: Node[] = [];
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
    const isNamed =
      node instanceof Element && node.matches(CONTROL) && isWanted(node.getAttribute('aria-label'));
    if (isNamed || isWanted(node.textContent)) places.push(node);
  }
  const innermost = places.filter(
    (place) => !places.some((other) => other !== place && place.contains(other)),
  );
  // A heading may have the same words as the button below it.
  const isInControl = (place: Node) => {
    const element = place instanceof Element ? place : place.parentElement;
    return element !== null && element.closest(CONTROL) !== null;
  };
  innermost.sort((one, other) => Number(isInControl(other)) - Number(isInControl(one)));

  const boxOf = (node: Node, element: Element): DOMRect | undefined => {
    const box = element.getBoundingClientRect();
    if (box.width <= 1 || box.height <= 1) {
      const named = element instanceof HTMLLabelElement ? element.control : element.closest(CONTROL);
      return named?.getBoundingClientRect();
    }
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].find(({ width, height }) => width > 0 && height > 0) ?? box;
  };

  const look = () => {
    for (const node of innermost) {
      const element = node instanceof Element ? node : node.parentElement;
      if (element === null || !isShown(element)) continue;
      const box = boxOf(node, element);
      if (box === undefined || box.width === 0) continue;
      const point = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
      const target = element.closest(CONTROL) ?? element;
      const there = document.elementFromPoint(point.x, point.y);
      return { element, target, point, there };
    }
    return null;
  };

  let found = look();
  if (found !== null && !found.target.contains(found.there)) {
    found.element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    found = look();
  }
  if (found === null) return null;
  const { target, there, point } = found;
  const refusal = () => {
    if (!target.contains(there)) return `covered by ${there?.outerHTML.slice(0, 120)}`;
    if (target.matches(':disabled, [aria-disabled=true]')) return 'disabled';
    const known = target.closest('[data-static]') ?? target;
    return Object.keys(known).some((key) => key.startsWith('__react')) ? null : 'not hydrated';
  };
  return { ...point, refusal: refusal() };
}
