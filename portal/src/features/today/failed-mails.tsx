import type { OperationsToday } from '@corvane/shared/contracts/backend/operations/operations-today';
import { counted } from '@corvane/shared/lib/counted';
import { EmptyState } from '@corvane/shared/ui/data-states';
import { FAILED_MAIL_WORDS } from './failed-mail-words.ts';
import { ToldList } from './told-list.tsx';

interface FailedMailsProps {
  mails: OperationsToday['undeliveredMails'];
  clockAheadMs: number;
}

/** Mails that no mail server took, today and yesterday, by what they were for. */
export function FailedMails({ mails, clockAheadMs }: FailedMailsProps) {
  if (mails.length === 0) return <EmptyState title="No other mail failed today or yesterday." />;
  return (
    <>
      <ToldList
        rows={mails.map(({ mail, count, lastFailedAt }) => ({
          id: mail,
          title: FAILED_MAIL_WORDS[mail],
          figures: counted(count, 'failed mail'),
          lastAt: lastFailedAt,
        }))}
        clockAheadMs={clockAheadMs}
      />
      <p className="mt-3 max-w-measure text-sm text-muted">
        People who wait for a code or a link are told that it was not sent. News of new work is sent again by
        itself. On the command line, <code>ops doctor</code> checks the mail server.
      </p>
    </>
  );
}
