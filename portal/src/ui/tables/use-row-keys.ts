import { type FocusEvent, type KeyboardEvent, useState } from 'react';

const OPENER = '[data-row-opener]';
const BOX = '[type=checkbox]';

interface RowKeys {
  /** Props for the element around the rows. */
  rowsProps: {
    onKeyDown(event: KeyboardEvent<HTMLElement>): void;
    onFocus(event: FocusEvent<HTMLElement>): void;
  };
  /** Of what takes the focus in a row. Only one row is a tab stop. The arrow keys reach the others. */
  tabIndexOf(rowId: string): 0 | -1;
}

/**
 * Moves between the rows of a table with the arrow keys, Home and End. Each row has one element that opens it, marked
 * with `data-row-opener` and `data-row-id`. From the box of a row they lead to the next box. The browser itself handles
 * Enter.
 */
export function useRowKeys(rowIds: readonly string[]): RowKeys {
  const [active, setActive] = useState<string | null>(null);
  const stop = active !== null && rowIds.includes(active) ? active : rowIds[0];
  return {
    tabIndexOf: (rowId) => (rowId === stop ? 0 : -1),
    rowsProps: {
      onFocus: ({ target }) =>
        setActive(target.closest<HTMLElement>('[data-row-id]')?.dataset.rowId ?? active),
      onKeyDown: (event) => {
        if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
        const target = event.target instanceof Element ? event.target : null;
        const row = target?.closest('[data-row-id]');
        const stops = [
          ...event.currentTarget.querySelectorAll<HTMLElement>(target?.matches(BOX) ? BOX : OPENER),
        ];
        const index = stops.findIndex((stop) => row?.contains(stop));
        const next = nextRowIndex(event.key, index, stops.length);
        if (next === null) return;
        event.preventDefault();
        stops[next]?.focus();
      },
    },
  };
}

/** The row to which a key moves. It stops at both ends. @returns null for a key without a meaning here */
export function nextRowIndex(key: string, index: number, count: number): number | null {
  if (index < 0 || count === 0) return null;
  switch (key) {
    case 'ArrowDown':
      return Math.min(index + 1, count - 1);
    case 'ArrowUp':
      return Math.max(index - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
