import type { ReactNode } from 'react';

/**
 * For a customer who opened a link on a page whose code never started. styles/document.css shows it after a while.
 * When the host runs, `useSignInDialogs` removes it. Without JavaScript a page cannot know that a link opened it, so
 * each page explains what a link needs.
 */
export function LinkNote() {
  return (
    <>
      <noscript>
        <Bar>
          Did a sales representative send you a link? Prices need JavaScript. Please turn it on and open the
          link again.
        </Bar>
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
      <p className="mx-auto max-w-page px-4 py-3 font-semibold md:px-6">{children}</p>
    </div>
  );
}
