import { Skeleton } from '@corvane/shared/ui/data-states';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { LiveSessions } from '../../../ui/facts/live-sessions.tsx';
import { QueryState } from '../../../ui/tables/query-state.tsx';
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
        <LiveSessions
          listRef={list}
          sessions={live}
          isHere={({ isAsking }) => isAsking}
          ending={change.isPending ? ending : undefined}
          endedCount={endedCount}
          failure={change.error === null ? null : repFailureWords(change.error)}
          onEnd={end}
        />
      )}
    </QueryState>
  );
}
