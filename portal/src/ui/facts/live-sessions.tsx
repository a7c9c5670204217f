import type { SessionPlace } from '@corvane/shared/contracts/backend/representatives/rep-account';
import { counted } from '@corvane/shared/lib/counted';
import { formatExactInstant, formatInstant } from '@corvane/shared/lib/instants';
import { Alert } from '@corvane/shared/ui/alert';
import { Button } from '@corvane/shared/ui/button';
import { type MutationKey, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useChange, useUnderWay } from '../../app/use-change.ts';
import { agentWords } from '../../lib/agent-words.ts';
import { type Asked, QueryState } from '../tables/query-state.tsx';

interface LiveSessionsProps<Session extends SessionPlace> {
  query: Asked<readonly Session[]>;
  /** Completes 'Loading …' and 'Failed to load …'. @example 'your sessions' */
  what: string;
  /** Whether it is the session of this browser, which Logout ends. */
  isHere(session: Session): boolean;
  mutationKey: MutationKey;
  /** What an end makes out of date. */
  staleKey: QueryKey;
  /** @param id null: all but this browser's. @returns how many ended. null if the answer does not say */
  end(id: string | null): Promise<number | null>;
  failureWords(error: unknown): string;
}

/** Where a person is signed in, with a button to end each session but this browser's. */
export function LiveSessions<Session extends SessionPlace>(props: LiveSessionsProps<Session>) {
  const { query, what, isHere, mutationKey, staleKey, failureWords } = props;
  const queries = useQueryClient();
  const list = useRef<HTMLUListElement>(null);
  /** The last failure since the last press: another end may be the newest by then. */
  const [error, setError] = useState<unknown>(null);
  const ending = useUnderWay<string | null>(mutationKey);
  const end = useChange({
    mutationKey,
    subjectOf: (id) => id,
    mutationFn: (id: string | null) => props.end(id),
    onMutate: () => setError(null),
    onError: setError,
    // The pressed button disappears, and the focus would be lost with it.
    onSuccess: () => list.current?.focus(),
    onSettled: () => queries.invalidateQueries({ queryKey: staleKey }),
  });
  const endedCount = end.data ?? null;
  return (
    <QueryState query={query} what={what} skeleton="h-24">
      {(sessions) => (
        <div className="text-sm">
          {error === null ? null : <Alert tone="error" title={failureWords(error)} />}
          <p role="status" className={endedCount === null ? 'sr-only' : 'mb-2 font-medium'}>
            {endedCount === null ? '' : `${counted(endedCount, 'session')} ended`}
          </p>
          {sessions.length === 0 ? <p className="text-muted">Not signed in anywhere.</p> : null}
          <ul ref={list} tabIndex={-1} className="focus-visible:outline-none">
            {sessions.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                isHere={isHere(session)}
                busy={ending.includes(session.id)}
                onEnd={() => end.send(session.id)}
              />
            ))}
          </ul>
          {sessions.filter((session) => !isHere(session)).length < 2 ? null : (
            <Button
              className="mt-3 text-sm max-md:w-full"
              busy={ending.includes(null)}
              onClick={() => end.send(null)}
            >
              {sessions.some(isHere) ? 'End all other sessions' : 'End all sessions'}
            </Button>
          )}
        </div>
      )}
    </QueryState>
  );
}

interface SessionRowProps {
  session: SessionPlace;
  isHere: boolean;
  busy: boolean;
  onEnd(): void;
}

function SessionRow({ session, isHere, busy, onEnd }: SessionRowProps) {
  const browser = agentWords(session.userAgent);
  const { createdAt } = session;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2 first:border-t">
      <div className="min-w-0 leading-5">
        <span className="block font-medium">{browser}</span>
        <span className="block text-muted wrap-anywhere">
          <span>{`${session.ipAddress ?? 'Unknown address'}, since `}</span>
          <time dateTime={createdAt} title={formatExactInstant(createdAt)} className="tabular">
            {formatInstant(createdAt)}
          </time>
        </span>
      </div>
      {isHere ? (
        <span className="inline-flex min-h-11 items-center text-muted">This browser</span>
      ) : (
        <Button className="text-sm" busy={busy} onClick={onEnd}>
          End
          <span className="sr-only">{` the session of ${browser}, ${session.ipAddress}`}</span>
        </Button>
      )}
    </li>
  );
}
