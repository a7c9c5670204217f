import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { Button, buttonClass } from '@corvane/shared/ui/button';
import { ErrorState, PendingRegion, Skeleton } from '@corvane/shared/ui/data-states';
import { OwnerRoot } from '@corvane/shared/ui/owner-root';
import type { ReactElement } from 'react';
import { RemoteUnavailableError } from './remote-loader.ts';

interface FailedPageProps {
  error: unknown;
  /** How often this page has failed since it was opened. */
  failures: number;
  retrying: boolean;
  onRetry(): void;
  host: HostServices;
}

/** Replaces a page that failed to load or threw an error. It says which, and offers what to do next. */
export function FailedPage({ error, failures, retrying, onRetry, host }: FailedPageProps) {
  const { heading, title, advice } = wordsFor(error);
  return (
    <OwnerRoot owner="host" themed>
      <div className="mx-auto max-w-measure px-6 py-24" data-testid="host:remote-error">
        <h1 className="mb-6 text-title">{heading}</h1>
        <ErrorState
          title={title}
          retrying={retrying}
          onRetry={onRetry}
          otherAction={failures > 1 ? <WayOn host={host} /> : null}
        >
          {failures > 1 ? 'It failed again. Reload the page, or visit another one.' : advice}
        </ErrorState>
      </div>
    </OwnerRoot>
  );
}

/** A page load can help where a retry cannot, because it loads the newest release. Another page still works. */
function WayOn({ host }: { host: HostServices }) {
  const isHome = host.location.pathname === '/';
  return (
    <>
      <Button variant="quiet" onClick={() => location.reload()}>
        Reload the page
      </Button>
      <host.Link to={isHome ? '/contact' : '/'} className={buttonClass('quiet')}>
        {isHome ? 'Go to the contact page' : 'Go to the home page'}
      </host.Link>
    </>
  );
}

function wordsFor(error: unknown): { heading: string; title: string; advice: string } {
  if (!(error instanceof RemoteUnavailableError)) {
    return {
      heading: 'This page stopped working',
      title: 'An error stopped this page. Your connection is fine.',
      advice: 'The rest of the site works, and the error was reported. Try again to reopen it.',
    };
  }
  const isConnection = error.reason === 'not-answered' || error.reason === 'timed-out';
  return {
    heading: 'This page could not be loaded',
    title: isConnection
      ? 'The connection to this page is not answering.'
      : 'The page loaded, but an error stopped it. Your connection is fine.',
    advice: 'The rest of the site works. Try again now, or come back in a few minutes.',
  };
}

/**
 * Replaces a page while it loads or its access is checked. As tall as the screen, so that no footer moves when the page
 * comes. @param note additional words
 */
export function PagePending({ note }: { note?: ReactElement }) {
  return (
    <OwnerRoot owner="host" themed>
      <div className="mx-auto min-h-screen max-w-page px-6 pt-32 pb-24">
        {note}
        <div className="noscript:hidden">
          <PendingRegion label="Loading the page">
            <Skeleton className="h-10 w-2/3 max-w-md" />
            <Skeleton className="mt-6 h-4 w-full max-w-measure" />
            <Skeleton className="mt-3 h-4 w-4/5 max-w-measure" />
            <Skeleton className="mt-12 h-48 w-full" />
          </PendingRegion>
        </div>
      </div>
    </OwnerRoot>
  );
}
