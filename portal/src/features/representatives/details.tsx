import type { ListedRep } from '@corvane/shared/contracts/backend/representatives/rep-list';
import { counted, formatCount } from '@corvane/shared/lib/counted';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useHostServices } from '../../app/host-services-context.tsx';
import { useReloading } from '../../lib/shown.ts';
import { PortalDialog } from '../../ui/dialogs/portal-dialog.tsx';
import { Fact, Facts, Moment } from '../../ui/facts/facts.tsx';
import { LiveSessions } from '../../ui/facts/live-sessions.tsx';
import { QueryState } from '../../ui/tables/query-state.tsx';
import { changeRep, repFailureWords, repKeys, repQuery, repSessionsQuery } from './api.ts';
import { LeavingChecklist, type LeavingStep } from './leaving-checklist.tsx';
import { RepStateMark, turnWords } from './list.tsx';

interface RepDialogProps {
  id: string;
  /** The representative from the list, so the dialog opens at once. undefined when the list does not contain them. */
  listed: ListedRep | undefined;
  /** When the list was loaded, milliseconds since 1970 UTC. */
  listedAt: number;
  actions(rep: ListedRep): ReactNode;
  onLeavingStep(step: LeavingStep, rep: ListedRep): void;
  onClose(): void;
}

/** The representative in the address, whether the list contains them or not: figures, actions and sessions. */
export function RepDialog({ id, listed, listedAt, onClose, ...acts }: RepDialogProps) {
  const { api } = useHostServices();
  const found = useQuery({
    ...useReloading(repQuery(api, id)),
    ...(listed === undefined ? {} : { initialData: listed, initialDataUpdatedAt: listedAt }),
  });
  return (
    <PortalDialog onClose={onClose} title={found.data?.name ?? 'Representative'} isBeside startsAtTitle>
      <QueryState query={found} what="the representative" skeleton="h-96">
        {(answer) =>
          answer === null ? 'There is no such representative.' : <RepFacts rep={answer} {...acts} />
        }
      </QueryState>
    </PortalDialog>
  );
}

type RepFactsProps = Pick<RepDialogProps, 'actions' | 'onLeavingStep'> & { rep: ListedRep };

function RepFacts({ rep, actions, onLeavingStep }: RepFactsProps) {
  const turn = turnWords(rep);
  return (
    <>
      <Facts>
        <Fact label="State">
          <RepStateMark rep={rep} />
        </Fact>
        <Fact label="Email">
          <span className="wrap-anywhere">{rep.email}</span>
        </Fact>
        <Fact label="Customers">
          {`${counted(rep.customers, 'customer')}, ${counted(rep.openLinks, 'open link')}`}
        </Fact>
        <Fact label="Open requests">{formatCount(rep.openRequests)}</Fact>
        {turn === '' ? null : <Fact label="New requests">{turn}</Fact>}
        <Fact label="Last sign-in">
          <Moment at={rep.lastSignInAt} />
        </Fact>
        <Fact label="Added">
          <Moment at={rep.createdAt} />
        </Fact>
        <Fact label="Sales ID made">
          <Moment at={rep.salesIdSince} />
        </Fact>
        {rep.disabledAt === null ? null : (
          <Fact label="Disabled">
            <Moment at={rep.disabledAt} />
          </Fact>
        )}
      </Facts>
      {rep.erasedAt === null ? null : (
        <p className="mt-4 text-sm text-muted">
          The data of this person was erased. The account stays closed, so that its sales keep their figures.
        </p>
      )}
      <div className="mt-5 flex flex-wrap gap-2">{actions(rep)}</div>
      {rep.erasedAt === null || rep.customers + rep.openRequests > 0 ? (
        <>
          <h3 className="mt-6 mb-3 font-sans text-base">When they leave</h3>
          <LeavingChecklist rep={rep} onAct={(step) => onLeavingStep(step, rep)} />
        </>
      ) : null}
      <h3 className="mt-6 mb-3 font-sans text-base">Live sessions</h3>
      <RepSessions id={rep.id} />
    </>
  );
}

/** Where a representative is signed in, with a button to end each session except the manager's own. */
function RepSessions({ id }: Pick<RepDialogProps, 'id'>) {
  const { api } = useHostServices();
  return (
    <LiveSessions
      query={useQuery(repSessionsQuery(api, id))}
      what="their sessions"
      isHere={({ isAsking }) => isAsking}
      mutationKey={repKeys.part('end-sessions', id)}
      staleKey={repKeys.all}
      end={async (sessionId) => {
        const answer = await changeRep(api, { action: 'end_sessions', repId: id, sessionId });
        return answer.outcome === 'ended' ? answer.endedSessions : null;
      }}
      failureWords={repFailureWords}
    />
  );
}
