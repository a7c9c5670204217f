import { Button } from '@corvane/shared/ui/button';
import { ErrorState } from '@corvane/shared/ui/data-states';
import type { ReactNode } from 'react';
import { PartBoundary } from '../../ui/parts/part-boundary.tsx';

/** Contains a tab's errors. Header, session and the other tabs keep working. */
export function FailingTab({ children }: { children: ReactNode }) {
  return (
    <PartBoundary
      fallback={(retry, failures) => (
        <ErrorState
          title="An error stopped this tab. Your connection is fine."
          onRetry={retry}
          otherAction={
            failures > 1 ? (
              <Button variant="quiet" onClick={() => location.reload()}>
                Reload the page
              </Button>
            ) : null
          }
        >
          {failures > 1
            ? 'It failed again. Reload the page, or use another tab.'
            : 'The other tabs work, and the error was reported. Try again to reopen it.'}
        </ErrorState>
      )}
    >
      {children}
    </PartBoundary>
  );
}
