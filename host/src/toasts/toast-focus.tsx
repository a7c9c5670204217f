import { type ReactNode, useEffect, useRef } from 'react';

/**
 * Lets keyboard users tab into messages and out again. The library returns the focus to its earlier place whenever it
 * leaves a message. So a person who tabs never gets past the last one. Here the focus returns only when a message
 * closes.
 */
export function ToastFocus({ children }: { children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => (region.current === null ? undefined : giveFocusBack(region.current)), []);
  return (
    // Hide from the library that a message has the focus.
    <div ref={region} onFocusCapture={(event) => event.stopPropagation()}>
      {children}
    </div>
  );
}

/** @returns a function that stops it */
function giveFocusBack(region: HTMLElement): () => void {
  let before = document.activeElement;
  let isWithin = false;
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    isWithin = region.contains(target);
    if (!isWithin) before = target;
  };
  // The person moved the focus. If it enters another message, that event is handled there.
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
