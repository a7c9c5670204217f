import { layOutAll } from '@corvane/shared/first-paint/lay-out-all';
import { type ReactElement, useEffect, useRef } from 'react';
import { CloseDialogButton } from '../dialogs/within-dialog.tsx';
import type { useRowPages } from './data-list.tsx';

/** Where a key is typed text, or moves a cursor. */
const TYPING = 'input, textarea, select, [contenteditable]';

/**
 * The way from the details of a row to those of the row before or after it: buttons, and the left and right arrow keys.
 * It loads more rows when it reaches the last one. After closing, the focus is at the row of the last details.
 *
 * @param ids the rows that are loaded
 * @param openId the row whose details are open, or null
 * @param onGo opens the details of another row
 * @returns null for a row that is not in the list
 */
export function useWay(
  {
    hasNextPage,
    fetchNextPage,
  }: Pick<ReturnType<typeof useRowPages>['query'], 'hasNextPage' | 'fetchNextPage'>,
  ids: readonly string[],
  openId: string | null,
  onGo: (id: string) => void,
): ReactElement | null {
  const index = openId === null ? -1 : ids.indexOf(openId);
  const isLast = index >= 0 && index === ids.length - 1;
  useEffect(() => {
    if (isLast && hasNextPage) void fetchNextPage();
  }, [isLast, hasNextPage, fetchNextPage]);
  const lastId = useRef<string | null>(null);
  useEffect(() => {
    // The way may end at another row than it began.
    if (openId === null && lastId.current !== null) {
      layOutAll();
      document.querySelector<HTMLElement>(`[data-row-id="${lastId.current}"] [data-row-opener]`)?.focus();
    }
    lastId.current = openId;
  }, [openId]);
  return index < 0 ? null : <Way ids={ids} index={index} onGo={onGo} />;
}

interface WayProps {
  ids: readonly string[];
  /** Place of the open row in the list, from 0. */
  index: number;
  onGo(id: string): void;
}

function Way({ ids, index, onGo }: WayProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    function onKeyDown({ key, target, altKey, ctrlKey, metaKey, shiftKey, repeat }: KeyboardEvent) {
      const place = ['ArrowLeft', 'ArrowRight'].indexOf(key);
      if (place < 0 || altKey || ctrlKey || metaKey || shiftKey || repeat) return;
      if (target instanceof Element && target.closest(TYPING) !== null) return;
      // In a question before the details, or on the page beside them, the keys mean something else.
      const details = frame.current?.closest('[role=dialog]');
      if (document.activeElement !== document.body && !details?.contains(document.activeElement)) return;
      frame.current?.querySelectorAll<HTMLElement>('button')[place]?.click();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  const step = (to: number) => {
    const id = ids[to];
    return {
      className: `text-sm ${id === undefined ? 'invisible' : ''}`,
      onLeave: () => {
        if (id !== undefined) onGo(id);
      },
    };
  };
  return (
    <div ref={frame} className="-mt-2 mb-5 flex items-center justify-between gap-2">
      <CloseDialogButton {...step(index - 1)}>Previous</CloseDialogButton>
      <p className="tabular text-sm text-muted">{`${index + 1} of ${ids.length} shown`}</p>
      <CloseDialogButton {...step(index + 1)}>Next</CloseDialogButton>
    </div>
  );
}
