import type { ListedRep } from '@corvane/shared/contracts/backend/representatives/rep-list';
import { counted, formatCount } from '@corvane/shared/lib/counted';
import { formatExactInstant } from '@corvane/shared/lib/instants';
import { agoWords } from '../../lib/ago-words.ts';
import { useServerNow } from '../../lib/server-clock.ts';
import { StatusMark } from '../../ui/facts/status-mark.tsx';
import { BESIDE_NAME, type Column, RowName } from '../../ui/tables/data-table.tsx';

/** Every representative, with their work. */
export const REP_COLUMNS: readonly Column<ListedRep>[] = [
  {
    id: 'representative',
    head: 'Representative',
    opens: true,
    cell: ({ name, email }) => <RowName detail={email}>{name}</RowName>,
  },
  {
    id: 'state',
    head: 'State',
    className: BESIDE_NAME,
    cell: (rep) => (
      <>
        <RepStateMark rep={rep} />
        <span className="block leading-5 text-muted empty:hidden">{turnWords(rep)}</span>
      </>
    ),
  },
  {
    id: 'customers',
    head: 'Customers',
    className: 'tabular leading-5 whitespace-nowrap',
    cell: ({ customers, openLinks }) => (
      <>
        <span className="block">{counted(customers, 'customer')}</span>
        <span className="block text-muted">{counted(openLinks, 'open link')}</span>
      </>
    ),
  },
  {
    id: 'requests',
    head: 'Open requests',
    phoneLabel: 'Open requests',
    align: 'right',
    className: 'tabular leading-5',
    cell: ({ openRequests }) => <span>{formatCount(openRequests)}</span>,
  },
  {
    id: 'sign-in',
    head: 'Last sign-in',
    phoneLabel: 'Last sign-in',
    className: 'tabular leading-5 max-lg:col-span-2 lg:whitespace-nowrap',
    cell: (rep) => (
      <>
        <LastSignIn rep={rep} />
        <span className="text-muted max-lg:before:content-[',_'] lg:block">
          {counted(rep.liveSessions, 'live session')}
        </span>
      </>
    ),
  },
];

/** Whether they get new requests in turn. '' for who gets none. */
export function turnWords({ takesRequests, requestsPaused, disabledAt }: ListedRep): string {
  if (!takesRequests || disabledAt !== null) return '';
  return requestsPaused ? 'Paused new requests' : 'Takes new requests';
}

function LastSignIn({ rep: { lastSignInAt } }: { rep: ListedRep }) {
  const nowMs = useServerNow();
  if (lastSignInAt === null) return <span className="text-muted">never</span>;
  return (
    <time dateTime={lastSignInAt} title={formatExactInstant(lastSignInAt)}>
      {agoWords(nowMs - Date.parse(lastSignInAt))}
    </time>
  );
}

/** Whether a representative can sign in, whether they are a manager, and whether their data was erased. */
export function RepStateMark({ rep: { disabledAt, erasedAt, isManager } }: { rep: ListedRep }) {
  if (disabledAt !== null) {
    return (
      <StatusMark shape="cross" tone="text-muted">
        {erasedAt === null ? 'Disabled' : 'Erased'}
      </StatusMark>
    );
  }
  return isManager ? (
    <StatusMark shape="triangle" tone="text-ink" shapeTone="text-teal">
      Manager
    </StatusMark>
  ) : (
    <StatusMark shape="dot" tone="text-success">
      Enabled
    </StatusMark>
  );
}
