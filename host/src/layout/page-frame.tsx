import { OwnerRoot } from '@corvane/shared/ui/owner-root';
import { type ReactNode, Suspense } from 'react';
import { LinkNote } from './link-note.tsx';
import { ShortFooter } from './short-footer.tsx';
import { SiteFooter, type SiteFooterProps } from './site-footer.tsx';
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
        <a
          href="#main"
          className="fixed top-2 left-4 z-50 -translate-y-24 rounded-control bg-ink px-5 py-3 font-semibold text-paper focus:translate-y-0 print:hidden"
        >
          Skip to content
        </a>
        <SiteHeader
          host={site.host}
          isTool={isTool}
          hasPage={site.hasPage}
          headerLinks={site.headerLinks}
          hasWaitingLink={site.hasWaitingLink}
        />
        {/* The bar is fixed. This keeps space for it. */}
        <div className="h-16 print:hidden" />
        <LinkNote />
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
