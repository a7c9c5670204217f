import { SalesFileError } from '@corvane/shared/contracts/backend/sales/sales-file';
import { changeWords, differenceWords } from '@corvane/shared/contracts/backend/sales/sales-import';
import {
  OPTIONAL_COLUMNS,
  type RowProblem,
  SALES_COLUMNS,
} from '@corvane/shared/contracts/backend/sales/sales-row';
import { counted, formatCount } from '@corvane/shared/lib/counted';
import { Alert } from '@corvane/shared/ui/alert';
import { Button } from '@corvane/shared/ui/button';
import { useEffect, useInsertionEffect, useRef, useState } from 'react';
import { useDone } from '../../../../app/done.tsx';
import { useHostServices } from '../../../../app/host-services-context.tsx';
import { managedFailureWords } from '../../../../lib/failure-words.ts';
import { PortalDialog } from '../../../../ui/dialogs/portal-dialog.tsx';
import { useDialogChange } from '../../../../ui/dialogs/use-dialog-change.ts';
import { CloseDialogButton, Unsaved } from '../../../../ui/dialogs/within-dialog.tsx';
import {
  discardImport,
  type Prepared,
  type PreparedImport,
  prepareImport,
  sendImport,
} from './prepare-import.ts';

/** The server lets another import begin a minute after it last heard of this one. */
const STILL_HERE_MS = 20_000;
const STOP = {
  title: 'Stop this import?',
  description: 'Nothing of it is imported yet.',
  close: 'Stop',
  stay: 'Go on',
};

type Step =
  | { at: 'choice' }
  | { at: 'reading'; rowCount: number }
  | { at: 'problems'; problems: readonly RowProblem[]; problemCount: number }
  | { at: 'review'; prepared: PreparedImport };

/** Imports the sales of a file, all or none, after showing what it would do. */
export function ImportDialog({ onClose }: { onClose(): void }) {
  const { api } = useHostServices();
  const say = useDone();
  const [step, setStep] = useState<Step>({ at: 'choice' });
  const reading = useRef(new AbortController());
  const waiting = useRef<string | null>(null);
  // When the dialog goes, not when its tab is hidden.
  useInsertionEffect(
    () => () => {
      reading.current.abort();
      if (waiting.current !== null) discardImport(api, waiting.current);
    },
    [api],
  );
  const change = useDialogChange<PreparedImport>({
    title: 'Import sales',
    mutationKey: ['sales', 'import'],
    async act({ importId, rowCount }) {
      // What is being imported is not discarded.
      waiting.current = null;
      const answer = await sendImport(api, { action: 'commit', importId, rowCount });
      if (answer.outcome !== 'committed') {
        discardImport(api, importId);
        setStep({ at: 'choice' });
        return 'Another import took the place of this one, so nothing was imported. Choose the file again.';
      }
      const { inserted, updated } = answer;
      say({
        title: 'Imported',
        description: `${formatCount(inserted)} new, ${formatCount(updated)} changed. You can undo it in Team.`,
      });
      return null;
    },
    onError(_error, { importId }) {
      waiting.current = importId;
    },
    failureWords: (error) => managedFailureWords(error, 'This import no longer exists.'),
    onClose,
  });

  async function read(file: File): Promise<void> {
    reading.current.abort();
    reading.current = new AbortController();
    const { signal } = reading.current;
    change.setRefusal(null);
    setStep({ at: 'reading', rowCount: 0 });
    const next = await prepareImport(
      api,
      file,
      (rowCount) => setStep({ at: 'reading', rowCount }),
      signal,
    ).then(stepOf, (error: unknown): Step => {
      if (!signal.aborted) change.setRefusal(refusalOf(file, error));
      return { at: 'choice' };
    });
    if (signal.aborted) return;
    waiting.current = next.at === 'review' ? next.prepared.importId : null;
    setStep(next);
  }

  const said = statusOf(step);
  return (
    <PortalDialog
      onClose={onClose}
      title="Import sales"
      description="From a CSV file. A known id changes its sale. You see what changes before anything is written."
    >
      <Unsaved
        // After a lost answer no one knows whether it was imported.
        when={step.at === 'reading' || (step.at === 'review' && !change.isPending && change.refusal === null)}
        question={STOP}
      />
      <div className="grid gap-4">
        {change.refusal === null ? null : <Alert tone="error" title={change.refusal} />}
        {said === null ? null : (
          <p role="status" className="text-sm">
            {said}
          </p>
        )}
        {step.at === 'review' ? (
          <Review
            {...step.prepared}
            isPending={change.isPending}
            onImport={() => change.send(step.prepared)}
          />
        ) : step.at === 'reading' ? null : (
          <>
            {step.at === 'problems' ? <Problems {...step} /> : null}
            <label className="grid gap-2 text-sm font-medium">
              <span>CSV file: choose it, or drop it here</span>
              <input
                type="file"
                accept=".csv,.tsv,.txt,text/csv"
                className="min-h-11 w-full cursor-pointer rounded-control border border-control p-3 font-normal"
                onChange={({ target }) => {
                  const [file] = target.files ?? [];
                  if (file !== undefined) void read(file);
                  // The same file can be chosen again once it is corrected.
                  target.value = '';
                }}
              />
            </label>
            <p className="text-sm text-muted wrap-anywhere">
              {`Columns: ${SALES_COLUMNS.join(', ')}. ${OPTIONAL_COLUMNS.join(', ')} may be left out.`}
            </p>
            <CloseDialogButton className="text-sm justify-self-start">Cancel</CloseDialogButton>
          </>
        )}
      </div>
    </PortalDialog>
  );
}

/** One place for both steps, so that a screen reader tells when the second one is reached. */
function statusOf(step: Step): string | null {
  if (step.at === 'reading') return `Reading the file: ${counted(step.rowCount, 'row')} checked.`;
  if (step.at !== 'review') return null;
  const { rowCount, preview } = step.prepared;
  const { added, changed } = preview;
  return `${counted(rowCount, 'sale')} in the file: ${formatCount(added)} new, ${formatCount(changed)} changed, ${formatCount(rowCount - added - changed)} unchanged.`;
}

function stepOf(prepared: Prepared): Step {
  return 'problems' in prepared ? { at: 'problems', ...prepared } : { at: 'review', prepared };
}

function refusalOf(file: File, error: unknown): string {
  if (error instanceof SalesFileError) return `${file.name}: ${error.message}.`;
  return managedFailureWords(error, 'This import no longer exists.');
}

function Problems({ problems, problemCount }: Extract<Step, { at: 'problems' }>) {
  const more = problemCount - problems.length;
  return (
    <>
      <Alert
        tone="error"
        title={`${counted(problemCount, 'problem')}, so nothing was imported. Correct the file and choose it again.`}
      />
      <Lines
        label="Problems"
        lines={problems.map(({ line, message }) => `Line ${line}: ${message}`)}
        more={more}
      />
    </>
  );
}

interface ReviewProps extends PreparedImport {
  isPending: boolean;
  onImport(): void;
}

function Review({ importId, preview, isPending, onImport }: ReviewProps) {
  const { api } = useHostServices();
  const { added, changed, first, rateDifferences } = preview;
  const stillHere = () => sendImport(api, { action: 'stage', importId, rows: [] }).catch(() => {});
  useEffect(() => {
    const timer = setInterval(() => void stillHere(), STILL_HERE_MS);
    return () => clearInterval(timer);
  });
  return (
    <>
      {first.length === 0 ? null : (
        <Lines
          label="What changes"
          lines={first.map((line) => `Line ${line.line}: ${changeWords(line)}`)}
          more={changed - first.length}
        />
      )}
      {rateDifferences.count === 0 ? null : (
        <>
          <Alert
            tone="info"
            title={`${counted(rateDifferences.count, 'commission')} in the file ${rateDifferences.count === 1 ? 'differs' : 'differ'} from the rate.`}
          >
            {added + changed === 0 ? null : 'You can import the file as it is, or correct it first.'}
          </Alert>
          <Lines
            label="Commissions that differ from the rate"
            lines={rateDifferences.first.map((row) => `Line ${row.line}: ${differenceWords(row)}`)}
            more={rateDifferences.count - rateDifferences.first.length}
          />
        </>
      )}
      <div className="flex flex-wrap gap-2">
        {added + changed === 0 ? null : (
          <Button variant="signal" className="text-sm max-md:grow" busy={isPending} onClick={onImport}>
            {`Import ${counted(added + changed, 'sale')}`}
          </Button>
        )}
        <CloseDialogButton className="text-sm max-md:grow">Cancel</CloseDialogButton>
      </div>
    </>
  );
}

/** The first of many lines. It can be scrolled with the keyboard. */
function Lines({ label, lines, more }: { label: string; lines: readonly string[]; more: number }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
      tabIndex={0}
      className="max-h-56 overflow-y-auto rounded-control border border-line px-3 py-2 text-sm"
    >
      <ul className="grid gap-1 leading-5 wrap-anywhere">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {more > 0 ? <p className="mt-1 text-muted">{`And ${formatCount(more)} more.`}</p> : null}
    </section>
  );
}
