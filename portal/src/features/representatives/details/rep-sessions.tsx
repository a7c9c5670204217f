import { Skeleton } from '@corvane/shared/ui/data-states';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { useChange, useUnderWay } from '../../../app/use-change.ts';
import { LiveSessions } from '../../../ui/facts/live-sessions.tsx';
import { QueryState } from '../../../ui/tables/query-state.tsx';
import { changeRep, repFailureWords } from '../change/rep-calls.ts';
import { repKeys } from '../rep-keys.ts';
import { repSessionsQuery } from '../reps-queries.ts';

interface RepSessionsProps {
  managerId: string;
  /** The representative of the sessions. */
  id: string;
}

/** Where a representative is signed in, with a button to end each session except the manager's own. */
export function RepSessions({ managerId, id }: RepSessionsProps) {
  const { api } = useHostServices();
  const queries = useQueryClient();
  const list = useRef<HTMLUListElement>(null);
  const sessions = useQuery(repSessionsQuery(api, managerId, id));
  /** The last failure since the last press: another end may be the newest by then. */
  const [error, setError] = useState<unknown>(null);
  const mutationKey = repKeys.part(managerId, 'end-sessions', id);
  const ending = useUnderWay<string | null>(mutationKey);
  const end = useChange({
    mutationKey,
    subjectOf: (sessionId) => sessionId,
    mutationFn: (sessionId: string | null) =>
      changeRep(api, { action: 'end_sessions', repId: id, sessionId }),
    onMutate: () => setError(null),
    onError: setError,
    // The pressed button disappears, and the focus would be lost with it.
    onSuccess: () => list.current?.focus(),
    onSettled: () => queries.invalidateQueries({ queryKey: repKeys.all(managerId) }),
  });
  return (
    <QueryState query={sessions} what="their sessions" skeleton={<Skeleton className="h-24 w-full" />}>
      {(live) => (
        <LiveSessions
          listRef={list}
          sessions={live}
          isHere={({ isAsking }) => isAsking}
          ending={ending}
          endedCount={end.data?.outcome === 'ended' ? end.data.endedSessions : null}
          failure={error === null ? null : repFailureWords(error)}
          onEnd={end.send}
        />
      )}
    </QueryState>
  );
}
