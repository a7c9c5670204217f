import type { Point } from './driver.ts';

export interface Found extends Point {
  /** Why a click there would not do what the words say; null when it would. */
  refusal: string | null;
}

/**
 * Runs in a page: the middle of the words that somebody reads, scrolled to when it is out of sight. Words that are
 * drawn as a picture are found by the name that a screen reader says; hidden ones stand for their control.
 * @param words whole text of an element or of one of its texts
 * @param scope CSS selector of what contains them; the open dialog, else the page, when null
 */
export function findWords(words: string, scope: string | null): Found | null {
  const root =
    scope === null
      ? (document.querySelector('[role=dialog]') ?? document.body)
      : document.querySelector(scope);
  if (root === null) return null;
  const CONTROL = 'a, button, summary, label, select, input, textarea';
  const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim();

  const candidates: { element: Element; rect: DOMRect | undefined }[] = [];
  const rangeRect = (node: Node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].find(({ width, height }) => width > 0 && height > 0);
  };
  const rectOf = (element: Element, node: Node) => {
    const { width, height } = element.getBoundingClientRect();
    if (width > 1 && height > 1) return rangeRect(node);
    // Words for screen readers only: what they name is pressed.
    const named = element instanceof HTMLLabelElement ? element.control : element.closest(CONTROL);
    return named?.getBoundingClientRect();
  };
  const collect = () => {
    candidates.length = 0;
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const element = node.parentElement;
      if (element !== null && plain(node.nodeValue) === words)
        candidates.push({ element, rect: rectOf(element, node) });
    }
    for (const element of root.querySelectorAll('*')) {
      if (element.getAttribute('aria-label') === words)
        candidates.push({ element, rect: element.getBoundingClientRect() });
      else if (element.children.length > 0 && plain(element.textContent) === words)
        candidates.push({ element, rect: rectOf(element, element) });
    }
    return candidates.find(
      ({ element, rect }) =>
        rect !== undefined &&
        rect.width > 0 &&
        element.checkVisibility({ visibilityProperty: true }) &&
        element.closest('[inert], [aria-hidden=true]') === null,
    );
  };
  const look = (): (Found & { element: Element; isInSight: boolean }) | null => {
    const candidate = collect();
    if (candidate?.rect === undefined) return null;
    const { element, rect } = candidate;
    const x = rect.left + rect.width / 2;
    const y = rect.top + rect.height / 2;
    const there = document.elementFromPoint(x, y);
    const control = element.closest(CONTROL);
    const isUncovered = there !== null && (element.contains(there) || control?.contains(there) === true);
    const answers = Object.keys(control ?? element).some((key) => key.startsWith('__react'));
    const isOff = control?.matches(':disabled, [aria-disabled=true]') === true;
    const refusal = !isUncovered
      ? `covered by ${there?.outerHTML.slice(0, 120)}`
      : isOff
        ? 'disabled'
        : answers
          ? null
          : 'not hydrated';
    return { element, x, y, refusal, isInSight: isUncovered };
  };

  let found = look();
  if (found !== null && !found.isInSight) {
    found.element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    found = look();
  }
  return found === null ? null : { x: found.x, y: found.y, refusal: found.refusal };
}
