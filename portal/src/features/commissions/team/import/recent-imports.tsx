import type { ListedImport } from '@corvane/shared/contracts/backend/sales/sales-import';
import { counted, formatCount } from '@corvane/shared/lib/counted';
import { formatExactInstant, formatInstant } from '@corvane/shared/lib/instants';
import { Button } from '@corvane/shared/ui/button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDone } from '../../../../app/done.tsx';
import { useHostServices } from '../../../../app/host-services-context.tsx';
import { managedFailureWords } from '../../../../lib/failure-words.ts';
import { useServerNow } from '../../../../lib/server-clock.ts';
import { useReloading } from '../../../../lib/shown.ts';
import { ConfirmChange } from '../../../../ui/dialogs/confirm-dialog.tsx';
import { FailedNotice } from '../../../../ui/tables/query-state.tsx';
import { salesImportsQuery } from '../api.ts';
import { sendImport } from './prepare-import.ts';

/** Recent imports, which can be undone. Renders nothing when there is none. */
export function RecentImports() {
  const { api } = useHostServices();
  const imports = useQuery(useReloading(salesImportsQuery(api)));
  const [undone, setUndone] = useState<ListedImport | null>(null);
  const notice = <FailedNotice query={imports} what="The recent imports" />;
  if (imports.data === undefined || imports.data.rows.length === 0) return notice;
  return (
    <section aria-labelledby="portal-imports-heading">
      <h2 id="portal-imports-heading" className="mb-2 font-sans text-base">
        Recent imports
      </h2>
      {notice}
      <ul className="rounded-panel border border-line bg-surface text-sm">
        {imports.data.rows.map((listed) => (
          <ImportRow key={listed.id} listed={listed} onUndo={() => setUndone(listed)} />
        ))}
      </ul>
      {undone === null ? null : <UndoDialog listed={undone} onClose={() => setUndone(null)} />}
    </section>
  );
}

const amountWords = ({ inserted, updated }: ListedImport) =>
  `${formatCount(inserted)} new and ${formatCount(updated)} changed`;

function ImportRow({ listed, onUndo }: { listed: ListedImport; onUndo(): void }) {
  const { by, committedAt, undoneAt, undoUntil } = listed;
  const nowMs = useServerNow();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-2 last:border-b-0">
      <p className="min-w-0 leading-5 wrap-anywhere">
        <span className="block font-medium">{`${amountWords(listed)}`}</span>
        <span className="block text-muted">
          <span>{`By ${by ?? 'an operator'},`}</span>{' '}
          <time dateTime={committedAt} title={formatExactInstant(committedAt)} className="tabular">
            {formatInstant(committedAt)}
          </time>
        </span>
      </p>
      {undoneAt !== null ? (
        <span className="inline-flex min-h-11 items-center text-muted">Undone</span>
      ) : undoUntil === null || Date.parse(undoUntil) <= nowMs ? null : (
        <Button className="text-sm" onClick={onUndo}>
          Undo
          <span className="sr-only">{` the import of ${formatInstant(committedAt)}`}</span>
        </Button>
      )}
    </li>
  );
}

function UndoDialog({ listed, onClose }: { listed: ListedImport; onClose(): void }) {
  const { api } = useHostServices();
  const say = useDone();
  const { id, inserted, updated } = listed;
  return (
    <ConfirmChange
      title="Undo this import?"
      description={`${counted(inserted, 'sale')} that it added ${inserted === 1 ? 'is' : 'are'} removed, and ${counted(updated, 'sale')} that it changed ${updated === 1 ? 'is' : 'are'} as before. What was changed again since stays. Approved statements count it as corrections.`}
      confirm="Undo the import"
      mutationKey={['sales', 'undo-import', id]}
      staleKeys={[[]]}
      act={async () => {
        const answer = await sendImport(api, { action: 'undo', importId: id });
        if (answer.outcome !== 'undone') return null;
        const { removed, restored, kept } = answer;
        const words = `${formatCount(removed)} removed, ${formatCount(restored)} as before.`;
        say({
          title: 'Undone',
          description:
            kept === 0
              ? words
              : `${words} Changed or removed since, so left alone: ${counted(kept, 'sale')}.`,
        });
        return null;
      }}
      failureWords={(error) => managedFailureWords(error, 'This import can no longer be undone.')}
      onClose={onClose}
    />
  );
}
