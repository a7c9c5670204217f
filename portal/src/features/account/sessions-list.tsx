import type { RepSession } from '@corvane/shared/contracts/backend/rep-account';
import { formatExactInstant, formatInstant } from '@corvane/shared/lib/instants';
import { Alert } from '@corvane/shared/ui/alert';
import { Button } from '@corvane/shared/ui/button';
import { Skeleton } from '@corvane/shared/ui/data-states';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useHostServices } from '../../app/host-services-context.tsx';
import { agentWords } from '../../lib/agent-words.ts';
import { counted } from '../../lib/counted.ts';
import { failureWords } from '../../lib/failure-words.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { accountKeys, liveSessionsQuery } from './account.queries.ts';
import { endSessions } from './account-calls.ts';

interface SessionsListProps {
  repId: string;
  /** The session of this browser. */
  sessionId: string;
}

/** Where the rep is signed in, with a button to end each other session. For this browser there is Logout. */
export function SessionsList({ repId, sessionId }: SessionsListProps) {
  const { api } = useHostServices();
  const queries = useQueryClient();
  const list = useRef<HTMLUListElement>(null);
  const sessions = useQuery(liveSessionsQuery(api, repId));
  const mutationKey = ['account', repId, 'end-sessions'];
  const end = useMutation({
    mutationKey,
    mutationFn: (endedId: string | null) => endSessions(api, endedId),
    // The pressed button disappears, and the focus would be lost with it.
    onSuccess: () => list.current?.focus(),
    onSettled: () => queries.invalidateQueries({ queryKey: accountKeys.sessions(repId) }),
  });
  const endOne = (endedId: string | null) => {
    // Check the cache: a second press can come before `isPending` is rendered.
    if (queries.isMutating({ mutationKey }) === 0) end.mutate(endedId);
  };

  return (
    <QueryState query={sessions} what="your sessions" skeleton={<Skeleton className="h-24 w-full" />}>
      {(live) => (
        <>
          {end.isError ? (
            <Alert
              tone="error"
              title={failureWords(end.error, { not_found: 'This session is not yours.' })}
            />
          ) : null}
          <p role="status" className={end.isSuccess ? 'mb-2 font-semibold' : 'sr-only'}>
            {end.isSuccess ? `${counted(end.data, 'session')} ended` : ''}
          </p>
          <ul ref={list} tabIndex={-1} className="border-t border-line focus-visible:outline-none">
            {live.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                isThis={session.id === sessionId}
                busy={end.isPending && end.variables === session.id}
                onEnd={() => endOne(session.id)}
              />
            ))}
          </ul>
          {live.filter(({ id }) => id !== sessionId).length < 2 ? null : (
            <Button
              className="mt-3 text-sm max-md:w-full"
              busy={end.isPending && end.variables === null}
              onClick={() => endOne(null)}
            >
              End all other sessions
            </Button>
          )}
        </>
      )}
    </QueryState>
  );
}

interface SessionRowProps {
  session: RepSession;
  isThis: boolean;
  busy: boolean;
  onEnd(): void;
}

function SessionRow({ session, isThis, busy, onEnd }: SessionRowProps) {
  const browser = agentWords(session.userAgent);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2">
      <div className="min-w-0 leading-5">
        <span className="block font-medium">{browser}</span>
        <span className="block text-muted wrap-anywhere">
          {session.ipAddress ?? 'Unknown address'}, since{' '}
          <time
            dateTime={session.createdAt}
            title={formatExactInstant(session.createdAt)}
            className="tabular"
          >
            {formatInstant(session.createdAt)}
          </time>
        </span>
      </div>
      {isThis ? (
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
