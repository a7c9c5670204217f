import { AccessNote, EndedAccessNote } from '@corvane/shared/ui/access-note';
import { useHost } from '../../host-context.tsx';
import { PreviewNote } from './prices/preview-note.tsx';
import { pricePreviewOf } from './prices/price-preview.ts';

interface AccessSectionProps {
  /** No price is available. */
  hasFailed: boolean;
}

/**
 * Above the plans: how long a customer sees prices, that this access has ended, or that a manager previews other
 * prices.
 */
export function AccessSection({ hasFailed }: AccessSectionProps) {
  const { session, location } = useHost();
  const preview = pricePreviewOf(session, location.search);
  if (preview !== null) return <PreviewNote preview={preview} hasFailed={hasFailed} />;
  const note = noteFor(session);
  if (note === null) return null;
  return (
    <div
      className="mt-6 max-w-measure rounded-control border border-l-4 border-teal bg-teal-soft p-4"
      data-testid="marketing:access"
    >
      {note}
    </div>
  );
}

function noteFor(session: ReturnType<typeof useHost>['session']) {
  if (session.status === 'anonymous' && session.endedAccess !== undefined) {
    return <EndedAccessNote {...session.endedAccess} />;
  }
  if (session.status !== 'customer') return null;
  const { customer, sessionExpiresAt, clockAheadMs = 0 } = session;
  return (
    <AccessNote
      endsAt={sessionExpiresAt}
      clockAheadMs={clockAheadMs}
      repName={customer.repName}
      repEmail={customer.repEmail}
    />
  );
}
