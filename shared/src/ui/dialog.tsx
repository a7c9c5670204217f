import * as RadixDialog from '@radix-ui/react-dialog';
import {
  type ReactNode,
  type RefObject,
  useEffectEvent,
  useInsertionEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { useOwner } from './owner-root.tsx';

interface DialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  description?: string;
  /** For dialogs with text to read: the focus starts at the title instead of the first control. */
  startsAtTitle?: boolean;
  /** Where the focus starts, if not at the first control. */
  startsAt?: RefObject<HTMLElement | null>;
  /** More classes of its frame. */
  className?: string;
  children: ReactNode;
}

/** Within this time a second press belongs to a double-click. */
const DOUBLE_CLICK_MS = 500;

/**
 * A modal of at most 500 px. It traps the focus, closes on Escape, and returns the focus. Its top stays where it is when
 * more content arrives, so nothing moves away from a pointer.
 */
export function Dialog(props: DialogProps) {
  const {
    open,
    onOpenChange,
    title,
    description,
    startsAtTitle = false,
    startsAt,
    className = '',
    children,
  } = props;
  const owner = useOwner();
  /** The previously focused element. Radix returns the focus only to its own trigger, and ours can be anywhere. */
  const opener = useRef<Element | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const pressedAtMs = useRef(Number.NEGATIVE_INFINITY);
  // Runs before anything inside can take the focus.
  useInsertionEffect(() => {
    if (open) opener.current = document.activeElement;
  }, [open]);
  useEscape(open, () => onOpenChange(false));
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <div data-app={owner} className={`app-${owner}`}>
          <RadixDialog.Overlay className="fixed inset-0 z-50 bg-scrim" />
          <RadixDialog.Content
            className={`fixed top-4 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-[500px] -translate-x-1/2 scroll-pt-18 flex-col overflow-x-hidden overflow-y-auto rounded-panel border border-line bg-paper px-6 pb-6 text-ink shadow-raised md:top-16 md:max-h-[calc(100dvh-5rem)] md:px-8 md:pb-8 ${className}`}
            onOpenAutoFocus={(event) => {
              const start = startsAtTitle ? heading.current : startsAt?.current;
              if (!start) return;
              event.preventDefault();
              start.focus();
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              // The page may have focused what comes next: Radix calls this in a later task.
              const isFocusLost = document.activeElement === document.body;
              if (isFocusLost && opener.current instanceof HTMLElement) opener.current.focus();
            }}
            onPointerDown={({ timeStamp }) => {
              pressedAtMs.current = timeStamp;
            }}
            // The first press of a double-click may make the dialog lower, so that the second is beside it.
            onPointerDownOutside={(event) => {
              const { timeStamp } = event.detail.originalEvent;
              if (timeStamp - pressedAtMs.current < DOUBLE_CLICK_MS) event.preventDefault();
            }}
            // When Tab wraps around, browsers move the focus without scrolling to it.
            onFocus={({ target }) => target.scrollIntoView({ block: 'nearest' })}
            {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          >
            <RadixDialog.Title
              ref={heading}
              {...(startsAtTitle ? { tabIndex: -1 } : {})}
              className="mr-12 text-heading wrap-anywhere focus-visible:outline-none"
            >
              {title}
            </RadixDialog.Title>
            {description === undefined ? null : (
              <RadixDialog.Description className="mt-2 text-muted">{description}</RadixDialog.Description>
            )}
            <div className="mt-6">{children}</div>
            <PinnedClose />
          </RadixDialog.Content>
        </div>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** The open dialogs, oldest first. */
const openDialogs: object[] = [];

/**
 * Escape closes the newest dialog as soon as it is visible. Radix hears keys some tasks later. Until then Escape would
 * do nothing, or would close the dialog below.
 */
function useEscape(open: boolean, close: () => void): void {
  const onEscape = useEffectEvent(close);
  useLayoutEffect(() => {
    if (!open) return;
    const dialog = {};
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.defaultPrevented || openDialogs.at(-1) !== dialog) return;
      // It ends the choice of an input method. Radix must not hear it either. Safari has only the number.
      if (event.isComposing || event.keyCode === 229) return event.stopPropagation();
      event.preventDefault();
      onEscape();
    }
    openDialogs.push(dialog);
    // Before Radix, which listens on the document and ignores a prevented key.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      openDialogs.splice(openDialogs.indexOf(dialog), 1);
      window.removeEventListener('keydown', onKeyDown, { capture: true });
    };
  }, [open]);
}

/**
 * The strip with Close, which stays at the dialog's top while its content scrolls. It is the last element, so that
 * the focus starts and continues in the content. It is shown first, because the last element cannot stick to the
 * top. Close hangs below it, beside the title. A title of any length scrolls away behind the strip, as all content
 * does. `scroll-pt` of the dialog leaves room for both, so they never cover a focused element.
 */
function PinnedClose() {
  return (
    <div className="sticky top-0 z-10 order-first -mx-6 h-8 shrink-0 bg-paper [box-shadow:0_8px_6px_-4px_var(--paper)] md:-mx-8 md:h-10">
      <RadixDialog.Close
        aria-label="Close"
        className="absolute top-3 right-3 inline-flex size-11 cursor-pointer items-center justify-center rounded-control bg-paper hover:bg-sunken"
      >
        <svg
          aria-hidden="true"
          viewBox="0 0 16 16"
          className="size-4"
          stroke="currentColor"
          strokeWidth="1.5"
        >
          <path d="m3 3 10 10M13 3 3 13" />
        </svg>
      </RadixDialog.Close>
    </div>
  );
}
