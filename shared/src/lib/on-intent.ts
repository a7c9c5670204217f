import { isConnectionSpared } from './connection.ts';

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
