import { useEffect, useRef } from 'react';
import { CloseDialogButton } from '../../ui/dialogs/portal-dialog.tsx';

interface WayProps {
  /** Place of the open request in the list, from 0. */
  index: number;
  /** How many requests are loaded. */
  count: number;
  /** Opens the request at this place. */
  onGo(index: number): void;
}

/** Where a key is typed text, or moves a cursor. */
const TYPING = 'input, textarea, select, [contenteditable]';

/** Leads from an open request to the one before or after it: buttons, and the left and right arrow keys. */
export function Way({ index, count, onGo }: WayProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    function onKeyDown({ key, target, altKey, ctrlKey, metaKey, shiftKey, repeat }: KeyboardEvent) {
      const place = ['ArrowLeft', 'ArrowRight'].indexOf(key);
      if (place < 0 || altKey || ctrlKey || metaKey || shiftKey || repeat) return;
      if (target instanceof Element && target.closest(TYPING) !== null) return;
      // A question stands before the request.
      if (document.querySelectorAll('[role=dialog]').length > 1) return;
      frame.current?.querySelectorAll<HTMLElement>('button')[place]?.click();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  const step = (to: number) => ({
    className: `text-sm ${to < 0 || to >= count ? 'invisible' : ''}`,
    onLeave: () => {
      if (to >= 0 && to < count) onGo(to);
    },
  });
  return (
    <div ref={frame} className="-mt-2 mb-5 flex items-center justify-between gap-2">
      <CloseDialogButton {...step(index - 1)}>Previous</CloseDialogButton>
      <p className="tabular text-sm text-muted">{`${index + 1} of ${count} shown`}</p>
      <CloseDialogButton {...step(index + 1)}>Next</CloseDialogButton>
    </div>
  );
}
