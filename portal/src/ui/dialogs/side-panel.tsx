import { BESIDE_ATTRIBUTE } from '@corvane/shared/contracts/remote/page-attributes';
import { type Dialog, PinnedClose, useEscape } from '@corvane/shared/ui/dialog';
import { useOwner } from '@corvane/shared/ui/owner-root';
import { type ComponentProps, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useShown } from '../../lib/shown.ts';

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
  useEscape(true, () => onOpenChange(false), panel);
  useLayoutEffect(() => {
    const page = document.documentElement;
    page.setAttribute(BESIDE_ATTRIBUTE, '');
    // Shown again with its tab, it leaves the focus where the person is.
    if (opener.current === null) {
      opener.current = document.activeElement;
      heading.current?.focus();
    }
    return () => page.removeAttribute(BESIDE_ATTRIBUTE);
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
      <section
        ref={panel}
        // A hidden one is no dialog for the keys and the printer.
        role={isShown ? 'dialog' : undefined}
        aria-labelledby={titleId}
        {...{ [BESIDE_ATTRIBUTE]: '' }}
        className="right-scroll-bar-position fixed top-16 right-0 bottom-0 z-30 flex w-beside scroll-pt-18 flex-col overflow-x-hidden overflow-y-auto border-l border-line bg-paper px-8 pb-8 text-ink"
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
        <PinnedClose onClose={() => onOpenChange(false)} />
      </section>
    </div>,
    document.body,
  );
}
