import type { ChangeRepRequest } from '@corvane/shared/contracts/backend/representatives/rep-change';
import { Skeleton } from '@corvane/shared/ui/data-states';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { useUnderWay } from '../../../app/use-change.ts';
import { LiveSessions } from '../../../ui/facts/live-sessions.tsx';
import { QueryState } from '../../../ui/tables/query-state.tsx';
import { repChangeKey, repFailureWords, useRepChange } from '../change/use-rep-change.ts';
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
  /** The last failure since the last press: another end may be the newest by then. */
  const [error, setError] = useState<unknown>(null);
  const underWay = useUnderWay<ChangeRepRequest>(repChangeKey(managerId));
  const change = useRepChange(managerId, {
    onAnswer(answer) {
      if (answer.outcome !== 'ended') return;
      setEndedCount(answer.endedSessions);
      // The pressed button disappears, and the focus would be lost with it.
      list.current?.focus();
    },
    onError: setError,
  });
  function end(sessionId: string | null) {
    setError(null);
    change.send({ action: 'end_sessions', repId: id, sessionId });
  }
  return (
    <QueryState query={sessions} what="their sessions" skeleton={<Skeleton className="h-24 w-full" />}>
      {(live) => (
        <LiveSessions
          listRef={list}
          sessions={live}
          isHere={({ isAsking }) => isAsking}
          ending={underWay.flatMap((wanted) =>
            wanted.action === 'end_sessions' && wanted.repId === id ? [wanted.sessionId] : [],
          )}
          endedCount={endedCount}
          failure={error === null ? null : repFailureWords(error)}
          onEnd={end}
        />
      )}
    </QueryState>
  );
}
