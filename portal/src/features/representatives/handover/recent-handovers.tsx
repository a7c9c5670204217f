import type { Handover } from '@corvane/shared/contracts/backend/representatives/handover';
import { formatExactInstant, formatInstant } from '@corvane/shared/lib/instants';
import { Button } from '@corvane/shared/ui/button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { hasFailed } from '../../../lib/has-failed.ts';
import { useServerNow } from '../../../lib/server-clock.ts';
import { useReloading } from '../../../lib/shown.ts';
import { StaleNotice } from '../../../ui/tables/query-state.tsx';
import { handoversQuery } from '../api.ts';
import { amountWords } from './handover-words.ts';
import { UndoDialog } from './undo-dialog.tsx';

/** Recent handovers, which can be undone. Renders nothing when there is none. */
export function RecentHandovers() {
  const { api } = useHostServices();
  const handovers = useQuery(useReloading(handoversQuery(api)));
  const [undone, setUndone] = useState<Handover | null>(null);
  const notice =
    handovers.isError || hasFailed(handovers) ? (
      <StaleNotice retrying={handovers.isFetching} onRetry={() => void handovers.refetch()}>
        {handovers.data === undefined
          ? 'The recent handovers could not be loaded.'
          : 'The recent handovers could not be refreshed and may be out of date.'}
      </StaleNotice>
    ) : null;
  if (handovers.data === undefined || handovers.data.rows.length === 0) return notice;
  const { rows } = handovers.data;
  return (
    <section aria-labelledby="portal-handovers-heading">
      <h3 id="portal-handovers-heading" className="mb-2 font-sans text-base font-semibold">
        Recent handovers
      </h3>
      {notice}
      <ul className="rounded-panel border border-line bg-surface text-sm">
        {rows.map((handover) => (
          <HandoverRow key={handover.id} handover={handover} onUndo={() => setUndone(handover)} />
        ))}
      </ul>
      {undone === null ? null : <UndoDialog handover={undone} onClose={() => setUndone(null)} />}
    </section>
  );
}

interface HandoverRowProps {
  handover: Handover;
  onUndo(): void;
}

function HandoverRow({ handover, onUndo }: HandoverRowProps) {
  const { from, to, by, customers, requests, createdAt, undoneAt, undoUntil } = handover;
  const nowMs = useServerNow();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-2 last:border-b-0">
      <p className="min-w-0 leading-5 wrap-anywhere">
        <span className="block font-medium">
          {amountWords(customers, requests)}: {from.name} to {to.name}
        </span>
        <span className="block text-muted">
          By {by ?? 'an operator'},{' '}
          <time dateTime={createdAt} title={formatExactInstant(createdAt)} className="tabular">
            {formatInstant(createdAt)}
          </time>
        </span>
      </p>
      {undoneAt !== null ? (
        <span className="inline-flex min-h-11 items-center text-muted">Undone</span>
      ) : Date.parse(undoUntil) <= nowMs ? null : (
        <Button className="text-sm" onClick={onUndo}>
          Undo
          <span className="sr-only">
            {' '}
            the handover from {from.name} to {to.name}
          </span>
        </Button>
      )}
    </li>
  );
}
