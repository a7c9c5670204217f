import type { ToastMessage } from '@corvane/shared/contracts/remote/host-services';
import { useMediaQuery } from '@corvane/shared/lib/use-media-query';
import { type CSSProperties, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';

/** The host's own message, which may offer a next step. */
export interface HostMessage extends ToastMessage {
  action?: { label: string; onClick(): void };
  /** A later message with the same id replaces this one. */
  id?: string;
}

export interface ConnectedToaster {
  show(message: HostMessage): void;
  /** Removes a message that no longer applies. */
  hide?(id: string): void;
}

export interface ToasterProps {
  /** Call it once messages can be shown. @returns what ends that */
  connect(toaster: ConnectedToaster): () => void;
}

/** Within the specification's 4000 to 5000 ms. The longer limit gives slow readers more time. */
const DURATION_MS = 5000;

/** Below this width a message fills the whole width, as in the library. */
const PHONE = '(max-width: 600px)';

/** In so low a window, as at a zoom of 400 %, two messages would cover the page. */
const LOW = '(max-height: 400px)';

/** Where the words begin, after the icon of the library. */
const WORDS_AT = '1.4375rem';

/** Beside the words, the button would leave them a narrow column. */
const BELOW_THE_WORDS: CSSProperties = {
  font: 'inherit',
  fontWeight: 600,
  minHeight: '2.75rem',
  borderRadius: '4px',
  flexBasis: `calc(100% - ${WORDS_AT})`,
  justifyContent: 'center',
  margin: `0.25rem 0 0 ${WORDS_AT}`,
};

export default function Toaster({ connect }: ToasterProps) {
  const isPhone = useMediaQuery(PHONE);
  const isLow = useMediaQuery(LOW);
  // On a phone, the bottom of the screen holds the keyboard. Or it holds the button that the person is about to
  // press.
  const [edge, lookForEdge] = useFreeEdge(isPhone ? 'top' : 'bottom');
  useEffect(
    () =>
      connect({
        show({ title, description, tone, action, id }) {
          const show = tone === 'error' ? sonner.error : tone === 'success' ? sonner.success : sonner;
          show(title, { description, action, ...(id === undefined ? {} : { id }) });
          // The library adds the message in a separate task, which runs before this one.
          setTimeout(lookForEdge);
        },
        hide: sonner.dismiss,
      }),
    [connect, lookForEdge],
  );
  return (
    <ToastFocus>
      <Sonner
        position={isPhone ? 'top-center' : 'bottom-right'}
        // Changing `position` would show each message again. toasts.css moves them instead.
        className={`toasts-at-${edge}`}
        duration={DURATION_MS}
        closeButton
        visibleToasts={isLow ? 1 : 3}
        toastOptions={{
          closeButtonAriaLabel: 'Close message',
          style: { fontFamily: 'inherit', borderRadius: '4px', flexWrap: 'wrap' },
          classNames: { content: 'min-w-0 grow basis-0' },
          actionButtonStyle: BELOW_THE_WORDS,
        }}
      />
    </ToastFocus>
  );
}

type Edge = 'top' | 'bottom';

/** Where a message would lie at either edge, px. */
export interface MessageArea {
  left: number;
  right: number;
  /** From the screen's edge to the far side of the message. */
  depth: Record<Edge, number>;
}

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/**
 * The edge of the screen for messages: the usual one, unless the focused element is there and the other edge is free.
 * @param focused null when nothing is focused
 */
export function freeEdge(usual: Edge, area: MessageArea, focused: Box | null, screenHeight: number): Edge {
  const isCovered = (edge: Edge) => {
    if (focused === null || focused.right <= area.left || focused.left >= area.right) return false;
    return edge === 'top'
      ? focused.top < area.depth.top && focused.bottom > 0
      : focused.bottom > screenHeight - area.depth.bottom && focused.top < screenHeight;
  };
  const other = usual === 'top' ? 'bottom' : 'top';
  return isCovered(usual) && !isCovered(other) ? other : usual;
}

/** From the screen's edge to the far side of a message's shadow, px: the larger of both, see toasts.css. */
const MARGIN_PX: Record<Edge, Record<Edge, number>> = {
  // On a phone, where messages are usually at the top.
  top: { top: 16, bottom: 16 },
  bottom: { top: 84, bottom: 32 },
};

/**
 * The edge where messages cover no focused element. It follows the focus while a message is shown.
 * @returns the edge, and a function that checks again after a message was added
 */
function useFreeEdge(usual: Edge): readonly [Edge, () => void] {
  const [edge, setEdge] = useState(usual);
  const look = useCallback(() => {
    const message = document.querySelector('[data-sonner-toast][data-front="true"]');
    if (message === null || message.parentElement?.contains(document.activeElement)) return;
    const { left, right, height } = message.getBoundingClientRect();
    const depth = { top: height + MARGIN_PX[usual].top, bottom: height + MARGIN_PX[usual].bottom };
    const focused = document.activeElement;
    const box = focused === null || focused === document.body ? null : focused.getBoundingClientRect();
    setEdge(freeEdge(usual, { left, right, depth }, box, window.innerHeight));
  }, [usual]);

  useEffect(() => {
    // Browsers scroll to the focused element after the focus event.
    const lookLater = () => requestAnimationFrame(look);
    document.addEventListener('focusin', lookLater);
    return () => document.removeEventListener('focusin', lookLater);
  }, [look]);

  return [edge, look];
}

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
