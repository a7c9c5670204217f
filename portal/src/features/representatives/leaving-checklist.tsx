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
          : `They have ${amountWords(customers, openRequests)}.`,
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
    <ol className="text-sm">
      {steps.map(({ step, isDone, words, label }) => (
        <li
          key={step}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2 first:border-t"
        >
          <div className="leading-5">
            <StatusMark shape={isDone ? 'dot' : 'ring'} tone={isDone ? 'text-success' : 'text-muted'}>
              {isDone ? 'Done' : 'To do'}
            </StatusMark>
            <span className="block">{words}</span>
          </div>
          {isDone ? null : (
            <Button className="text-sm" onClick={() => onAct(step)}>
              <span>{label}</span>
              {step === 'hand-over' ? <span className="sr-only">{` from ${rep.name}`}</span> : null}
            </Button>
          )}
        </li>
      ))}
    </ol>
  );
}
