/** Where the focus was when the person asked for a search that was not there yet. */
let askedAt: Element | null = null;

/** Focuses the search of the shown tab. If its code is still coming, the search takes the focus when it appears. */
export function focusSearch(): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>('[data-portal-search]')];
  const shown = fields.find((field) => field.closest('[hidden]') === null);
  askedAt = shown === undefined ? document.activeElement : null;
  shown?.focus();
  shown?.select();
}

/** For a search that has just appeared. A focus that has moved since then stays where it is. */
export function focusAwaitedSearch(): void {
  if (askedAt === null) return;
  if (askedAt === document.activeElement) focusSearch();
  else askedAt = null;
}
