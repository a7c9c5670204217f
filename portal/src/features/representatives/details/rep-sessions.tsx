import type { ManagedSession } from '@corvane/shared/contracts/backend/rep-list';
import { formatExactInstant, formatInstant } from '@corvane/shared/lib/instants';
import { Alert } from '@corvane/shared/ui/alert';
import { Button } from '@corvane/shared/ui/button';
import { Skeleton } from '@corvane/shared/ui/data-states';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { agentWords } from '../../../lib/agent-words.ts';
import { counted } from '../../../lib/counted.ts';
import { QueryState } from '../../../ui/query-state.tsx';
import { repFailureWords, useRepChange } from '../change/use-rep-change.ts';
import { repSessionsQuery } from '../reps-queries.ts';

interface RepSessionsProps {
  managerId: string;
  /** The representative of the sessions. */
  id: string;
}

/** Where a representative is signed in, with a button to end each session except the manager's own. */
export function RepSessions({ managerId, id }: RepSessionsProps) {
  const { api } = useHostServices();
  const list = useRef<HTMLUListElement>(null);
  const sessions = useQuery(repSessionsQuery(api, managerId, id));
  const [endedCount, setEndedCount] = useState<number | null>(null);
  const [ending, setEnding] = useState<string | null>(null);
  const change = useRepChange(managerId, {
    onAnswer(answer) {
      if (answer.outcome !== 'ended') return;
      setEndedCount(answer.endedSessions);
      // The pressed button disappears, and the focus would be lost with it.
      list.current?.focus();
    },
  });
  function end(sessionId: string | null) {
    setEnding(sessionId);
    change.send({ action: 'end_sessions', repId: id, sessionId });
  }

  return (
    <QueryState query={sessions} what="their sessions" skeleton={<Skeleton className="h-24 w-full" />}>
      {(live) => (
        <>
          {change.error === null ? null : <Alert tone="error" title={repFailureWords(change.error)} />}
          <p role="status" className={endedCount === null ? 'sr-only' : 'mb-2 text-sm font-semibold'}>
            {endedCount === null ? '' : `${counted(endedCount, 'session')} ended`}
          </p>
          {live.length === 0 ? <p className="text-sm text-muted">Not signed in anywhere.</p> : null}
          <ul ref={list} tabIndex={-1} className="text-sm focus-visible:outline-none">
            {live.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                busy={change.isPending && ending === session.id}
                onEnd={() => end(session.id)}
              />
            ))}
          </ul>
          {live.filter(({ isAsking }) => !isAsking).length < 2 ? null : (
            <Button
              className="mt-3 text-sm max-md:w-full"
              busy={change.isPending && ending === null}
              onClick={() => end(null)}
            >
              {live.some(({ isAsking }) => isAsking) ? 'End all other sessions' : 'End all sessions'}
            </Button>
          )}
        </>
      )}
    </QueryState>
  );
}

interface SessionRowProps {
  session: ManagedSession;
  busy: boolean;
  onEnd(): void;
}

function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const browser = agentWords(session.userAgent);
  const { createdAt } = session;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2 first:border-t">
      <div className="min-w-0 leading-5">
        <span className="block font-medium">{browser}</span>
        <span className="block text-muted wrap-anywhere">
          {session.ipAddress ?? 'Unknown address'}, since{' '}
          <time dateTime={createdAt} title={formatExactInstant(createdAt)} className="tabular">
            {formatInstant(createdAt)}
          </time>
        </span>
      </div>
      {session.isAsking ? (
        <span className="inline-flex min-h-11 items-center text-muted">This browser</span>
      ) : (
        <Button className="text-sm" busy={busy} onClick={onEnd}>
          End
          <span className="sr-only">
            {' '}
            the session of {browser}, {session.ipAddress}
          </span>
        </Button>
      )}
    </li>
  );
}
