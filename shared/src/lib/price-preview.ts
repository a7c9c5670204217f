const PARAMETER = 'prices-at';

/**
 * Address of the pricing page as a customer will see it at an instant. The server answers it only for managers.
 * Anyone else sees the current page.
 * @param at UTC ISO 8601
 */
export function pricePreviewPath(at: string): string {
  return `/pricing?${new URLSearchParams({ [PARAMETER]: at })}`;
}

/** The instant in an address. null without one. @param search query string with its leading `?` */
export function previewedInstantOf(search: string): string | null {
  const at = new URLSearchParams(search).get(PARAMETER);
  return at === null || Number.isNaN(Date.parse(at)) ? null : at;
}
