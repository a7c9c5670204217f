/**
 * Runs in a page and finds controls whose middle is covered by another element. It looks first with the page at its
 * top, then with each control scrolled into view. While a dialog is open, it checks only the dialog's controls.
 * @returns a line for each covered control
 */
export function coveredControls(): string[] {
  const CONTROLS =
    'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=checkbox], [role=switch]';
  const root = document.querySelector('[role=dialog]') ?? document.body;
  const isUsable = (element: Element) => {
    const { width, height, right, bottom } = element.getBoundingClientRect();
    // An element beyond the edge of the page appears on focus, like the skip link.
    const isOnThePage = bottom + scrollY > 0 && right + scrollX > 0;
    return (
      width > 1 &&
      height > 1 &&
      isOnThePage &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.matches(':disabled') &&
      element.closest('[inert], [aria-hidden=true]') === null
    );
  };
  const middleOf = (element: Element) => {
    // For a link across two lines, take the middle of its longest part.
    const pieces = [...element.getClientRects()].sort((a, b) => b.width - a.width);
    const rect = pieces[0] ?? element.getBoundingClientRect();
    return { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 };
  };
  const isWithin = (
    { x, y }: { x: number; y: number },
    rect: { left: number; right: number; top: number; bottom: number },
  ) => x >= rect.left && x < rect.right && y >= rect.top && y < rect.bottom;
  /** Whether the point is inside the visible area of the page and of all scrolling ancestors. */
  const isInSight = (element: Element) => {
    const middle = middleOf(element);
    if (!isWithin(middle, { left: 0, right: innerWidth, top: 0, bottom: innerHeight })) return false;
    for (
      let frame = element.parentElement;
      frame !== null && frame !== document.body;
      frame = frame.parentElement
    ) {
      const { overflowX, overflowY } = getComputedStyle(frame);
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      if (!isWithin(middle, frame.getBoundingClientRect())) return false;
    }
    return true;
  };
  const labelsOf = (element: Element) =>
    'labels' in element ? [...((element.labels as NodeListOf<HTMLLabelElement> | null) ?? [])] : [];
  const nameOf = (element: Element) => {
    const { tagName, textContent } = element;
    const name = element.getAttribute('aria-label') ?? labelsOf(element)[0]?.textContent ?? textContent;
    return `${tagName.toLowerCase()} "${name.replace(/\s+/g, ' ').trim().slice(0, 40)}"`;
  };
  const coverOf = (element: Element) => {
    const { x, y } = middleOf(element);
    const there = document.elementFromPoint(x, y);
    if (there === null) return 'nothing';
    if (element.contains(there)) return null;
    if (labelsOf(element).some((label) => label.contains(there))) return null;
    return nameOf(there.closest(CONTROLS) ?? there);
  };

  const controls = [...root.querySelectorAll(CONTROLS)].filter(isUsable);
  const covered: string[] = [];
  scrollTo({ top: 0, behavior: 'instant' });
  for (const control of controls) {
    if (!isInSight(control)) continue;
    const cover = coverOf(control);
    if (cover !== null) covered.push(`at the top, ${nameOf(control)} is covered by ${cover}`);
  }
  for (const control of controls) {
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const cover = coverOf(control);
    if (cover !== null) covered.push(`scrolled to, ${nameOf(control)} is covered by ${cover}`);
  }
  scrollTo({ top: 0, behavior: 'instant' });
  return covered;
}
