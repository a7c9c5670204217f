import { Skeleton } from '@corvane/shared/ui/data-states';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useHostServices } from '../../app/host-services-context.tsx';
import { useChange, useUnderWay } from '../../app/use-change.ts';
import { failureWords } from '../../lib/failure-words.ts';
import { LiveSessions } from '../../ui/facts/live-sessions.tsx';
import { QueryState } from '../../ui/tables/query-state.tsx';
import { accountKeys, endSessions, liveSessionsQuery } from './api.ts';

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
  /** The last failure since the last press: another end may be the newest by then. */
  const [error, setError] = useState<unknown>(null);
  const mutationKey = ['account', repId, 'end-sessions'];
  const ending = useUnderWay<string | null>(mutationKey);
  const end = useChange({
    mutationKey,
    subjectOf: (endedId) => endedId,
    mutationFn: (endedId: string | null) => endSessions(api, endedId),
    onMutate: () => setError(null),
    onError: setError,
    // The pressed button disappears, and the focus would be lost with it.
    onSuccess: () => list.current?.focus(),
    onSettled: () => queries.invalidateQueries({ queryKey: accountKeys.sessions(repId) }),
  });

  return (
    <QueryState query={sessions} what="your sessions" skeleton={<Skeleton className="h-24 w-full" />}>
      {(live) => (
        <LiveSessions
          listRef={list}
          sessions={live}
          isHere={({ id }) => id === sessionId}
          ending={ending}
          endedCount={end.data ?? null}
          failure={error === null ? null : failureWords(error, { not_found: 'This session is not yours.' })}
          onEnd={end.send}
        />
      )}
    </QueryState>
  );
}
