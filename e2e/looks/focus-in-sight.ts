import { expect, type Page } from '@playwright/test';

/** More stops than any page has. */
const MOST_STOPS = 400;

/**
 * Moves once around a page, or an open dialog, with the Tab key. Each focused element must be on the screen,
 * uncovered and marked, and the page must not scroll sideways.
 * @returns the number of stops
 */
export async function expectEachStopInSight(page: Page): Promise<number> {
  const problems: string[] = [];
  let stops = 0;
  await page.evaluate(() => document.querySelector('[data-first-stop]')?.removeAttribute('data-first-stop'));
  for (; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(lookAtFocus);
    if (stop === 'end') break;
    if (stop !== null) problems.push(stop);
  }
  expect(problems).toEqual([]);
  expect(stops).toBeLessThan(MOST_STOPS);
  return stops;
}

/**
 * Runs in the page. @returns the problem of the focused element, null for none, or 'end' at the first element
 * again
 */
function lookAtFocus(): string | null {
  const element = document.activeElement;
  // The focus is between the last element and the first.
  if (element === null || element === document.body) return null;
  if (element.hasAttribute('data-first-stop')) return 'end';
  if (document.querySelector('[data-first-stop]') === null) element.setAttribute('data-first-stop', '');

  const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim();
  const what = `${element.tagName.toLowerCase()} "${name.slice(0, 40)}"`;
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) return `${what}: the page is ${scrollWidth} px wide`;

  const marked = [element, element.closest('tr'), element.closest('li')].some((node) => {
    if (node === null) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(node);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  });
  if (!marked) return `${what} is not marked`;

  // A link may have several lines. If one is taller than the screen, only a part of it is visible.
  const pieces = [...element.getClientRects()].sort((a, b) => b.width * b.height - a.width * a.height);
  const piece = pieces[0] ?? element.getBoundingClientRect();
  const labels = 'labels' in element ? [...((element.labels as NodeListOf<Element> | null) ?? [])] : [];
  const isSeenAt = (part: number) => {
    const there = document.elementFromPoint(piece.left + piece.width / 2, piece.top + piece.height * part);
    return there !== null && [element, ...labels].some((node) => node.contains(there));
  };
  const parts = piece.height > innerHeight / 2 ? [0.1, 0.3, 0.5, 0.7, 0.9] : [0.5];
  if (parts.some(isSeenAt)) return null;
  const at = `${Math.round(piece.top)} to ${Math.round(piece.bottom)} px of ${innerHeight}`;
  return `${what} is covered or outside the screen, at ${at}`;
}
