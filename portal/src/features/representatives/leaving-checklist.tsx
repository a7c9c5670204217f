import type { ListedRep } from '@corvane/shared/contracts/backend/representatives/rep-list';
import { Button } from '@corvane/shared/ui/button';
import { StatusMark } from '../../ui/facts/status-mark.tsx';
import { amountWords } from './handover/handover-calls.ts';

export type LeavingStep = 'take-no' | 'hand-over' | 'disable';

interface LeavingChecklistProps {
  rep: ListedRep;
  onAct(step: LeavingStep): void;
}

/** What is to do when a representative leaves, in the order in which no customer waits for an answer. */
export function LeavingChecklist({ rep, onAct }: LeavingChecklistProps) {
  const { takesRequests, customers, openRequests, disabledAt } = rep;
  const steps = [
    {
      step: 'take-no',
      isDone: !takesRequests || disabledAt !== null,
      words:
        takesRequests && disabledAt === null
          ? 'New requests still come to them.'
          : 'No new requests come to them.',
      label: 'Give no new requests',
    },
    {
      step: 'hand-over',
      isDone: customers + openRequests === 0,
      words:
        customers + openRequests === 0
          ? 'They have no customers and no open requests.'
          : `They have ${amountWords(customers, openRequests)}. Give all to one person, or split them.`,
      label: 'Hand over',
    },
    {
      step: 'disable',
      isDone: disabledAt !== null,
      words: disabledAt === null ? 'They can sign in.' : 'They can no longer sign in.',
      label: 'Disable',
    },
  ] as const;
  return (
    <ol className="divide-y divide-line border-y border-line text-sm">
      {steps.map(({ step, isDone, words, label }) => (
        <li key={step} className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 py-1.5">
          <span className="w-16">
            <StatusMark shape={isDone ? 'dot' : 'ring'} tone={isDone ? 'text-success' : 'text-muted'}>
              {isDone ? 'Done' : 'To do'}
            </StatusMark>
          </span>
          <span className="min-w-48 flex-1 leading-5">{words}</span>
          {isDone ? null : (
            <Button className="text-sm max-md:grow" onClick={() => onAct(step)}>
              <span>{label}</span>
              {step === 'hand-over' ? <span className="sr-only">{` from ${rep.name}`}</span> : null}
            </Button>
          )}
        </li>
      ))}
    </ol>
  );
}
