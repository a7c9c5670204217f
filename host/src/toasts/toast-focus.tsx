import { type ReactNode, useEffect, useRef } from 'react';

/**
 * Lets the keyboard into messages and out again. The library gives the focus back to where it was whenever it leaves a
 * message, so that a person who tabs on never gets past the last one. Here it goes back only from a message that is gone.
 */
export function ToastFocus({ children }: { children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => (region.current === null ? undefined : giveFocusBack(region.current)), []);
  return (
    // The library must not learn that a message has the focus.
    <div ref={region} onFocusCapture={(event) => event.stopPropagation()}>
      {children}
    </div>
  );
}

/** @returns what stops it */
function giveFocusBack(region: HTMLElement): () => void {
  let before = document.activeElement;
  let isWithin = false;
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    isWithin = region.contains(target);
    if (!isWithin) before = target;
  };
  // It leaves by the person's will. Where it arrives, if in a message again, says so.
  const onLeaving = (event: Event) => {
    if (!(event instanceof KeyboardEvent) || event.key === 'Tab') isWithin = false;
  };
  const observer = new MutationObserver(() => {
    if (!isWithin || document.activeElement !== document.body) return;
    isWithin = false;
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  });
  // In the capture phase, because the element above stops the event.
  document.addEventListener('focusin', onFocus, { capture: true });
  document.addEventListener('pointerdown', onLeaving);
  region.addEventListener('keydown', onLeaving);
  observer.observe(region, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', onFocus, { capture: true });
    document.removeEventListener('pointerdown', onLeaving);
    region.removeEventListener('keydown', onLeaving);
    observer.disconnect();
  };
}
