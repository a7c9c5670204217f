import type { Session } from '@corvane/shared/contracts/remote/session';
import { ErrorState } from '@corvane/shared/ui/data-states';

/** The way to ask the server again who is here; null unless it could not be asked. */
export function retryOf(session: Session): (() => void) | null {
  return (session.status === 'restoring' && session.retry) || null;
}

/** Takes a page's place while it is not known whether its reader may see it. */
export function SessionRetry({ onRetry }: { onRetry(): void }) {
  return (
    <ErrorState title="Your session could not be confirmed" onRetry={onRetry}>
      The server could not be reached. We keep trying, and this page opens as soon as it answers.
    </ErrorState>
  );
}
