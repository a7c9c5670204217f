import { useSyncExternalStore } from 'react';
import { waits } from './waits.ts';

const isNever = () => false;

/** A line that grows along the bar's edge while the visitor waits for a page or a dialog. */
export function WaitingLine() {
  const isShown = useSyncExternalStore(waits.subscribe, waits.isShown, isNever);
  return (
    <div role="status" className="waiting-line print:hidden" data-testid="host:waiting-line">
      {isShown ? <span className="sr-only">Loading</span> : null}
    </div>
  );
}
