/**
 * Handlers for a control whose answer needs code: they ask for the code when a pointer, a touch or the focus reaches
 * it. Over a metered or very slow connection, the press asks for it.
 */
export function onIntent(load: () => Promise<unknown>): { onPointerEnter(): void; onFocus(): void } {
  const prepare = () => {
    // The press tries again, and says what failed.
    if (!isConnectionSpared(/2g$/)) load().catch(() => {});
  };
  return { onPointerEnter: prepare, onFocus: prepare };
}

interface NetworkInformation {
  saveData?: boolean;
  /** `slow-2g`, `2g`, `3g` or `4g`. */
  effectiveType?: string;
}

/** The connection is metered, or as slow as one of these. False if the browser does not say. */
export function isConnectionSpared(slow: RegExp): boolean {
  const { connection } = navigator as Navigator & { connection?: NetworkInformation };
  return connection?.saveData === true || slow.test(connection?.effectiveType ?? '');
}
