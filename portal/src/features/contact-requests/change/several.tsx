import { ask } from '@corvane/shared/contracts/backend/ask';
import {
  type ChangeContactRequestsResponse,
  changeContactRequestsResponseSchema,
  type RequestsChange,
} from '@corvane/shared/contracts/backend/contact/contact-request-change';
import type {
  ListedContactRequest,
  RepForAssignment,
} from '@corvane/shared/contracts/backend/contact/contact-request-list';
import { counted } from '@corvane/shared/lib/counted';
import { Alert } from '@corvane/shared/ui/alert';
import { Button } from '@corvane/shared/ui/button';
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { WAITING_KEY } from '../../../app/session-query-client.ts';
import { useChange } from '../../../app/use-change.ts';
import { serverNowMs } from '../../../lib/server-clock.ts';
import { PortalDialog } from '../../../ui/dialogs/portal-dialog.tsx';
import { QueryState } from '../../../ui/tables/query-state.tsx';
import { changeFailureWords, lastChangeWords } from '../api.ts';
import { requestKeys } from '../request-keys.ts';
import { requestName } from '../words.tsx';

/** One change of several requests, with what a person reads about it. */
interface Several {
  changes: readonly RequestsChange[];
  /** What each request has now, to give it back. null: this is an undo already. */
  before: readonly ListedContactRequest[] | null;
  /** Names by request id. */
  names: ReadonlyMap<string, string>;
  /** Completes '3 requests …'. @example 'assigned to Robin Vale' */
  done: string;
}

interface Outcome {
  title: string;
  /** Why a request was left as it was. */
  kept: readonly { requestId: string; words: string }[];
  undo: Several | null;
}

/** Changes several requests by one call, and says what came of it, until the next change. */
export function useSeveral() {
  const { api } = useHostServices();
  const queries = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const change = useChange<ChangeContactRequestsResponse, Several>({
    mutationKey: [...requestKeys.all, 'change-several'],
    onMutate: () => setOutcome(null),
    mutationFn: ({ changes }) =>
      ask(api, 'change-contact-requests', { changes: [...changes] }, changeContactRequestsResponseSchema),
    onSuccess: (answer, wanted) => setOutcome(outcomeOf(answer, wanted, serverNowMs())),
    onSettled() {
      void queries.invalidateQueries({ queryKey: requestKeys.all });
      void queries.invalidateQueries({ queryKey: WAITING_KEY });
    },
  });
  return {
    change,
    outcome,
    dismiss() {
      change.reset();
      setOutcome(null);
    },
    send(requests: readonly ListedContactRequest[], wanted: RequestsChange['change'], done: string) {
      change.send({
        changes: requests.map(({ requestId, version }) => ({ requestId, version, change: wanted })),
        before: requests,
        names: new Map(requests.map((request) => [request.requestId, requestName(request)])),
        done,
      });
    },
  };
}

function outcomeOf(
  { answers }: ChangeContactRequestsResponse,
  { changes, before, names, done }: Several,
  nowMs: number,
): Outcome {
  const saved = answers.filter((answer) => answer.outcome === 'saved');
  const kept = answers.flatMap(({ requestId, outcome, lastChange }) => {
    if (outcome === 'saved') return [];
    const why =
      outcome === 'conflict' ? lastChangeWords(lastChange, nowMs) : 'This request no longer exists.';
    return [{ requestId, words: `${names.get(requestId)}: ${why}` }];
  });
  const undone = saved.flatMap(({ requestId, version }): RequestsChange[] => {
    const old = before?.find((request) => request.requestId === requestId);
    const wanted = changes.find((change) => change.requestId === requestId)?.change;
    if (old === undefined || wanted === undefined || version === null) return [];
    const change = {
      ...(wanted.status === undefined || wanted.status === old.status ? {} : { status: old.status }),
      ...(wanted.assignedTo === undefined || wanted.assignedTo === (old.assignedTo?.id ?? null)
        ? {}
        : { assignedTo: old.assignedTo?.id ?? null }),
    };
    return Object.keys(change).length === 0 ? [] : [{ requestId, version, change }];
  });
  return {
    title: saved.length === 0 ? 'Nothing was changed.' : `${counted(saved.length, 'request')} ${done}.`,
    kept,
    undo: undone.length === 0 ? null : { changes: undone, before: null, names, done: 'as before' },
  };
}

/** What came of the latest change of several requests: with Undo, or a way to try again. */
export function SeveralOutcome({ several }: { several: ReturnType<typeof useSeveral> }) {
  const { change, outcome, dismiss } = several;
  const first = useRef<HTMLDivElement>(null);
  const isTold = outcome !== null || change.isError;
  useEffect(() => {
    // What was pressed is gone by now.
    if (isTold && document.activeElement === document.body) first.current?.querySelector('button')?.focus();
  }, [isTold]);
  if (!isTold) return null;
  const { variables } = change;
  return (
    <div ref={first}>
      <Alert
        tone={change.isError ? 'error' : 'info'}
        title={change.isError ? `${changeFailureWords(change.error)}` : (outcome?.title ?? '')}
      >
        {outcome === null || outcome.kept.length === 0 ? null : (
          <>
            <p>Changed by someone else meanwhile, and left as they are:</p>
            <ul className="mt-1 list-disc pl-5 wrap-anywhere">
              {outcome.kept.map(({ requestId, words }) => (
                <li key={requestId}>{words}</li>
              ))}
            </ul>
          </>
        )}
        <div className="mt-2 flex flex-wrap gap-2">
          {change.isError && variables !== undefined ? (
            <Button className="text-sm" onClick={() => change.send(variables)}>
              Try again
            </Button>
          ) : null}
          {outcome?.undo ? (
            <Button className="text-sm" onClick={() => outcome.undo && change.send(outcome.undo)}>
              Undo
            </Button>
          ) : null}
          <Button variant="quiet" className="text-sm" onClick={dismiss}>
            Close
          </Button>
        </div>
      </Alert>
    </div>
  );
}

interface AssignDialogProps {
  requests: readonly ListedContactRequest[];
  reps: UseQueryResult<RepForAssignment[]>;
  onChoose(toRepId: string | null, name: string | null): void;
  onClose(): void;
}

/** Assigns requests to the representative whose button is pressed. */
export function AssignDialog({ requests, reps, onChoose, onClose }: AssignDialogProps) {
  const [one] = requests;
  const title =
    requests.length === 1 && one !== undefined
      ? `Assign the request of ${requestName(one)}`
      : `Assign ${counted(requests.length, 'request')}`;
  return (
    <PortalDialog onClose={onClose} title={title} description="The representative gets a mail about it.">
      <QueryState query={reps} what="the representatives" skeleton="h-44">
        {(known) => (
          <ul className="overflow-hidden rounded-panel border border-line bg-surface text-sm">
            {[...known, { id: null, name: 'Not assigned', email: '' }].map(({ id, name, email }) => (
              <li key={id} className="border-b border-line last:border-b-0">
                <button
                  type="button"
                  className="flex min-h-11 w-full cursor-pointer flex-wrap items-center gap-x-2 px-4 py-2 text-left -outline-offset-2 hover:bg-sunken"
                  onClick={() => onChoose(id, id === null ? null : name)}
                >
                  <span className="font-medium">{name}</span>{' '}
                  <span className="text-muted wrap-anywhere">{email}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </PortalDialog>
  );
}
