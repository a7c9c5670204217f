import type { HandOverResponse, Handover } from '@corvane/shared/contracts/backend/representatives/handover';
import { formatExactInstant, formatInstant } from '@corvane/shared/lib/instants';
import { Button } from '@corvane/shared/ui/button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDone } from '../../../app/done.tsx';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { useServerNow } from '../../../lib/server-clock.ts';
import { useReloading } from '../../../lib/shown.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { PortalDialog } from '../../../ui/dialogs/portal-dialog.tsx';
import { useDialogChange } from '../../../ui/dialogs/use-dialog-change.ts';
import { FailedNotice } from '../../../ui/tables/query-state.tsx';
import { handoversQuery } from '../api.ts';
import { amountWords, keptWords, useHandover } from './handover-calls.ts';

/** Recent handovers, which can be undone. Renders nothing when there is none. */
export function RecentHandovers() {
  const { api } = useHostServices();
  const handovers = useQuery(useReloading(handoversQuery(api)));
  const [undone, setUndone] = useState<Handover | null>(null);
  const notice = <FailedNotice query={handovers} what="The recent handovers" />;
  if (handovers.data === undefined || handovers.data.rows.length === 0) return notice;
  const { rows } = handovers.data;
  return (
    <section aria-labelledby="portal-handovers-heading">
      <h3 id="portal-handovers-heading" className="mb-2 font-sans text-base">
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

function HandoverRow({ handover, onUndo }: { handover: Handover; onUndo(): void }) {
  const { from, to, by, customers, requests, createdAt, undoneAt, undoUntil } = handover;
  const nowMs = useServerNow();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-2 last:border-b-0">
      <p className="min-w-0 leading-5 wrap-anywhere">
        <span className="block font-medium">{`${amountWords(customers, requests)}: ${from.name} to ${to.name}`}</span>
        <span className="block text-muted">
          <span>{`By ${by ?? 'an operator'}, `}</span>
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
          <span className="sr-only">{` the handover from ${from.name} to ${to.name}`}</span>
        </Button>
      )}
    </li>
  );
}

type Undone = Extract<HandOverResponse, { outcome: 'undone' }>;

/** Asks before a handover is undone. Afterwards it lists what was not returned, and why. */
function UndoDialog({ handover, onClose }: { handover: Handover; onClose(): void }) {
  const say = useDone();
  const { id, from, to, customers, requests, tellsCustomers } = handover;
  const title = `Give ${amountWords(customers, requests)} back to ${from.name}?`;
  const [undone, setUndone] = useState<Undone | null>(null);
  const { handOver, ...sent } = useHandover(id);
  const undo = useDialogChange({
    ...sent,
    title,
    async act() {
      const answer = await handOver({ action: 'undo', handoverId: id });
      if (answer.outcome !== 'undone') return null;
      const back = `${amountWords(answer.count, answer.requests)} back with ${from.name}.`;
      if (answer.kept.length > 0) {
        setUndone(answer);
        return `Undone in part: ${back} ${answer.kept.map(keptWords).join(' ')}`;
      }
      say({ title: 'Undone', description: back });
      return null;
    },
    onClose,
  });

  if (undone !== null) {
    return (
      <PortalDialog
        onClose={onClose}
        title="Undone in part"
        description={`${amountWords(undone.count, undone.requests)} back with ${from.name}. New work stays where it is:`}
      >
        <ul className="list-disc pl-5 text-sm wrap-anywhere">
          {undone.kept.map((kept) => (
            <li key={kept.id}>{keptWords(kept)}</li>
          ))}
        </ul>
        <Button variant="signal" className="mt-5 text-sm max-md:w-full" onClick={onClose}>
          Close
        </Button>
      </PortalDialog>
    );
  }
  return (
    <ConfirmDialog
      title={title}
      description={`Customers and requests that ${to.name} has worked on since stay with them. You then see which, and why.${
        from.disabledAt !== null
          ? ` ${from.name} is disabled and cannot serve the others.`
          : tellsCustomers
            ? ' Customers who were told of the handover get another mail.'
            : ''
      }`}
      confirm="Undo the handover"
      busy={undo.isPending}
      failure={undo.refusal}
      onConfirm={() => undo.send()}
      onClose={onClose}
    />
  );
}
