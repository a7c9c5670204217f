import { Button } from '@corvane/shared/ui/button';
import { OwnerRoot } from '@corvane/shared/ui/owner-root';
import { useCallback, useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';

/** A page's own HTML. */
export interface KeptPage {
  element: Element;
  /** What had the focus when the page's code failed. */
  focused: HTMLElement | null;
}

/**
 * The page from its own HTML. If the page's code cannot be loaded, people can still read it and send its forms. React
 * removes the page's elements, so they are kept: with what is typed in them.
 */
export interface StaticPage {
  /** Keeps the server's HTML, if it is still there and is a page rather than a waiting state. */
  keep(): void;
  /** The HTML for this path, or null. */
  find(pathname: string): KeptPage | null;
  /** Whether the browser has loaded this path itself. */
  isFirst(pathname: string): boolean;
}

export function createStaticPage(document: Document, firstPathname: string): StaticPage {
  let kept: KeptPage | null = null;
  const isFirst = (pathname: string) => pathname === firstPathname;
  return {
    keep() {
      // The host owns what waits, and the error card.
      const element = document.querySelector('#main > [data-app]:not([data-app="host"])');
      if (kept !== null || element === null) return;
      kept = { element, focused: element.querySelector<HTMLElement>(':focus') };
    },
    find: (pathname) => (isFirst(pathname) ? kept : null),
    isFirst,
  };
}

/** For prerendering, which has no document. */
export const NO_STATIC_PAGE: StaticPage = { keep() {}, find: () => null, isFirst: () => true };

interface StaticCopyProps {
  page: KeptPage;
  retrying: boolean;
  onRetry(): void;
}

/**
 * At the end of the document, so it moves nothing and covers nothing there. In a window lower than 35rem, as at a zoom of
 * 400 %, it would leave no page: it is further down.
 */
const PLACE = { position: 'sticky', bottom: 'min(0px, 100vh - 35rem)', zIndex: 30 } as const;
/** Above the notice. What gets the focus scrolls here. */
const CLEAR = 'clamp(0px, 100vh - 25rem, 10rem)';

/** A page for reading, when its code could not be loaded. */
export function StaticCopy({ page, retrying, onRetry }: StaticCopyProps) {
  const place = useCallback((parent: Element | null) => parent?.replaceChildren(page.element), [page]);
  useLayoutEffect(() => {
    quieten(page.element);
    return keepFocusInSight(page);
  }, [page]);
  return (
    <>
      <div ref={place} />
      {createPortal(
        <div style={PLACE}>
          <OwnerRoot owner="host">
            <div
              role="alert"
              data-testid="host:static-page"
              className="border-t border-line bg-surface print:hidden"
            >
              <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-8 gap-y-3 px-4 py-3 md:px-6">
                <p>Some buttons of this page could not be loaded.</p>
                <Button onClick={onRetry} busy={retrying}>
                  Try again
                </Button>
              </div>
            </div>
          </OwnerRoot>
        </div>,
        document.body,
      )}
    </>
  );
}

/** Without its code, a button would do nothing. A form with an address is sent by the browser. */
function quieten(page: Element): void {
  for (const control of page.querySelectorAll<HTMLInputElement>('button, input, select, textarea')) {
    if (!control.form?.hasAttribute('action')) control.disabled = true;
  }
}

/**
 * React took the focused field out of the document: gives it the focus back, with the selection that it still knows. What
 * gets the focus scrolls clear of the notice. @returns what ends that
 */
function keepFocusInSight(page: KeptPage): () => void {
  const { style } = document.documentElement;
  style.scrollPaddingBottom = CLEAR;
  const { focused } = page;
  page.focused = null;
  if (focused !== null && document.activeElement === document.body) {
    focused.focus({ preventScroll: true });
    showWhole(focused);
  }
  // To a text area, Chromium scrolls as if there were no notice, and after the event.
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof HTMLTextAreaElement) requestAnimationFrame(() => showWhole(target));
  };
  addEventListener('focusin', onFocus);
  return () => {
    style.scrollPaddingBottom = '';
    removeEventListener('focusin', onFocus);
  };
}

/** Only if a part of it is on the screen. */
function showWhole(element: Element): void {
  const { top, bottom } = element.getBoundingClientRect();
  if (top < innerHeight && bottom > 0) element.scrollIntoView({ block: 'nearest' });
}
