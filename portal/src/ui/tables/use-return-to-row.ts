import { layOutAll } from '@corvane/shared/first-paint/lay-out-all';
import { useEffect, useRef } from 'react';

/**
 * For a row that opens in place of its list. After the return, the focus goes to that row. If the row is gone, it goes
 * to the first element that the selector finds.
 * @returns the ref of an element around both
 */
export function useReturnToRow<Place extends HTMLElement>(openId: string | null, otherwise: string) {
  const place = useRef<Place>(null);
  const lastOpen = useRef<string | null>(null);
  useEffect(() => {
    if (openId === null && lastOpen.current !== null) {
      layOutAll();
      const row = `[data-row-id="${CSS.escape(lastOpen.current)}"] [data-row-opener]`;
      const found = place.current?.querySelector<HTMLElement>(row);
      (found ?? place.current?.querySelector<HTMLElement>(otherwise))?.focus();
    }
    lastOpen.current = openId;
  }, [openId, otherwise]);
  return place;
}
