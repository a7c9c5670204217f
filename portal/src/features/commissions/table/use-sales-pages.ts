import { useState } from 'react';
import type { SalesView } from '../sales-search.ts';

interface SalesPages {
  /** Cursor of the shown page. Null for the first. */
  after: string | null;
  /** Counted from 0. */
  pageIndex: number;
  next(nextAfter: string): void;
  previous(): void;
  first(): void;
}

/**
 * Which page of a view is shown. It keeps the cursors of the earlier pages, so going back shows the same rows. A new
 * view starts at its first page.
 */
export function useSalesPages(view: SalesView): SalesPages {
  const key = JSON.stringify(view);
  const [state, setState] = useState<{ key: string; way: readonly string[] }>({ key, way: [] });
  if (state.key !== key) setState({ key, way: [] });
  const way = state.key === key ? state.way : [];
  return {
    after: way.at(-1) ?? null,
    pageIndex: way.length,
    next: (nextAfter) => setState({ key, way: [...way, nextAfter] }),
    previous: () => setState({ key, way: way.slice(0, -1) }),
    first: () => setState({ key, way: [] }),
  };
}
