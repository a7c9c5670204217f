import { OwnerRoot } from '@corvane/shared/ui/owner-root';
import { type ReactNode, Suspense } from 'react';
import { FooterLine, type FooterLineProps, SiteFooter, type SiteFooterProps } from './site-footer.tsx';
import { SiteHeader, type SiteHeaderProps } from './site-header.tsx';

interface PageFrameProps extends SiteFooterProps, Omit<SiteHeaderProps, 'isTool'> {
  /** The page is a tool with its own controls, such as Logout. The frame leaves those out. */
  isTool: boolean;
  /** The page. It marks its owner itself. */
  children: ReactNode;
}

/** The frame of every page. The main part belongs to no application: each page styles its own subtree. */
export function PageFrame({ children, isTool, ...site }: PageFrameProps) {
  return (
    <>
      <OwnerRoot owner="host">
        {/* Boundaries: React draws a translated one again, and the page stays. */}
        <Suspense>
          <a
            href="#main"
            className="fixed top-2 left-4 z-50 -translate-y-24 rounded-control bg-ink px-5 py-3 font-medium text-paper focus:translate-y-0 print:hidden"
          >
            Skip to content
          </a>
          <SiteHeader {...site} isTool={isTool} />
        </Suspense>
        {/* The bar is fixed. This keeps space for it. */}
        <div className="h-16 print:hidden" />
        <Suspense>
          <LinkNote />
        </Suspense>
      </OwnerRoot>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <OwnerRoot owner="host">
        {/* A boundary without a pending state: React hydrates it separately, after the visible part. */}
        <Suspense>{isTool ? <ShortFooter {...site} /> : <SiteFooter {...site} />}</Suspense>
      </OwnerRoot>
    </>
  );
}

/**
 * For a customer who opened a link on a page whose code never started. styles/document.css shows it after a while.
 * When the host runs, `useSignInDialogs` removes it. Without JavaScript a page cannot know that a link opened it, so
 * each page explains what a link needs.
 */
function LinkNote() {
  return (
    <>
      {/* React leaves this to the HTML, so a script need not bring it. */}
      <noscript>
        {import.meta.env.SSR && (
          <Bar>
            Did a sales representative send you a link? Prices need JavaScript. Please turn it on and open the
            link again.
          </Bar>
        )}
      </noscript>
      <div role="alert" data-link-note>
        <Bar>
          This page could not finish loading. Please open the link from your sales representative again.
        </Bar>
      </div>
    </>
  );
}

function Bar({ children }: { children: ReactNode }) {
  return (
    <div className="border-b border-line bg-surface">
      <p className="mx-auto max-w-page px-4 py-3 font-medium md:px-6">{children}</p>
    </div>
  );
}

/** The footer below a tool: only the last line. */
function ShortFooter(props: FooterLineProps) {
  return (
    <footer className="border-t border-line print:hidden" data-testid="host:footer">
      <div className="mx-auto max-w-page px-4 py-2 md:px-6">
        <FooterLine {...props} />
      </div>
    </footer>
  );
}
