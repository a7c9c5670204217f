import { Button } from '@corvane/shared/ui/button';
import { ErrorState } from '@corvane/shared/ui/data-states';
import type { ComponentType, ReactNode } from 'react';
import { LazyPart, PartBoundary, usualStates } from '../../ui/parts/lazy-part.tsx';

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

interface LazyTabProps<Props extends object> {
  load(): Promise<{ default: ComponentType<Props> }>;
  props: Props;
  /** Completes 'Loading …' and 'Failed to load …'. @example 'your customers' */
  what: string;
}

/** A tab whose code is fetched when it is opened. */
export function LazyTab<Props extends object>({ load, props, what }: LazyTabProps<Props>) {
  return <LazyPart load={load} props={props} within={FailingTab} {...usualStates(what)} />;
}
