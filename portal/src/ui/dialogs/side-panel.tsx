import type { Dialog } from '@corvane/shared/ui/dialog';
import { useOwner } from '@corvane/shared/ui/owner-root';
import { type ComponentProps, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useShown } from '../../lib/shown.ts';

const WIDTH = 'clamp(24rem, 36vw, 31.25rem)';
/**
 * Rules that the page's HTML need not bring, because they count while a panel is open. It stands below the bar. Beside it,
 * names keep their room, and tables scroll sideways. The page and the footer get a margin. A narrower window has none.
 */
const RULES = `
@media screen { section.beside-list { inset: 4rem 0 0 auto; z-index: 30; width: min(100%, ${WIDTH}) } }
@media screen and (min-width: 64rem) { #root { margin-right: ${WIDTH} } }
.app-portal div:has(> [role=table]) { overflow-x: auto }
.app-portal th[role=rowheader] { min-width: 14rem }
.app-portal tr[aria-current] { background: var(--teal-soft); box-shadow: inset 3px 0 var(--teal) }
@media (forced-colors: active) { .app-portal tr[aria-current] { outline: 2px solid Highlight; outline-offset: -2px } }
`;

/**
 * A dialog at the right side of the window that is not modal: what is beside it stays in use. The focus starts at its
 * title, may leave it, and returns when it closes. Escape closes it from inside.
 */
export function SidePanel({ title, onOpenChange, children }: ComponentProps<typeof Dialog>) {
  const owner = useOwner();
  const isShown = useShown();
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  /** The previously focused element. */
  const opener = useRef<Element | null>(null);
  const close = () => onOpenChange(false);
  const onEscape = useEffectEvent(close);
  useLayoutEffect(() => {
    // Shown again with its tab, it leaves the focus where the person is.
    if (opener.current === null) {
      opener.current = document.activeElement;
      heading.current?.focus();
    }
    // Dialogs before it hear the key first, and prevent it.
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || event.keyCode === 229)
        return;
      const { activeElement, body } = document;
      if (activeElement !== body && !panel.current?.contains(activeElement)) return;
      event.preventDefault();
      onEscape();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  useEffect(
    () => () => {
      const isFocusLost = document.activeElement === document.body;
      if (isFocusLost && opener.current instanceof HTMLElement) opener.current.focus();
    },
    [],
  );
  return createPortal(
    <div data-app={owner} className={`app-${owner}`}>
      {isShown ? <style>{RULES}</style> : null}
      <section
        ref={panel}
        // A hidden one is no dialog for the keys and the printer.
        role={isShown ? 'dialog' : undefined}
        aria-labelledby={titleId}
        // The first class keeps its place when a modal dialog takes the scroll bar away.
        className="right-scroll-bar-position beside-list fixed flex scroll-pt-18 flex-col overflow-x-hidden overflow-y-auto border-line bg-paper px-6 pb-6 text-ink md:px-8 md:pb-8"
      >
        <h2
          ref={heading}
          id={titleId}
          tabIndex={-1}
          className="mr-12 text-heading wrap-anywhere focus-visible:outline-none"
        >
          {title}
        </h2>
        <div className="mt-6">{children}</div>
        {/* Last, so that the focus goes on in the content, and shown first. */}
        <div className="sticky top-0 z-10 order-first -mx-6 h-8 shrink-0 bg-paper md:-mx-8 md:h-10">
          <button
            type="button"
            aria-label="Close"
            onClick={close}
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
          </button>
        </div>
      </section>
    </div>,
    document.body,
  );
}
