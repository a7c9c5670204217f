import type { ListedRep } from '@corvane/shared/contracts/backend/representatives/rep-list';
import { counted, formatCount } from '@corvane/shared/lib/counted';
import { ErrorState, PendingRegion, Skeleton } from '@corvane/shared/ui/data-states';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { hasFailed } from '../../../lib/has-failed.ts';
import { PortalDialog } from '../../../ui/dialogs/portal-dialog.tsx';
import { Fact, Facts, Moment } from '../../../ui/facts/facts.tsx';
import { RepStateMark } from '../list/rep-state.tsx';
import { repQuery } from '../reps-queries.ts';
import { RepSessions } from './rep-sessions.tsx';

interface RepDialogProps {
  managerId: string;
  id: string;
  /** The representative from the list, so the dialog opens at once. undefined when the list does not contain them. */
  listed: { rep: ListedRep; clockAheadMs: number } | undefined;
  /** When the list was loaded, milliseconds since 1970 UTC. */
  listedAt: number;
  actions(rep: ListedRep): ReactNode;
  onClose(): void;
}

/** The representative in the address, whether the list contains them or not: figures, actions and sessions. */
export function RepDialog({ managerId, id, listed, listedAt, actions, onClose }: RepDialogProps) {
  const { api } = useHostServices();
  const found = useQuery({
    ...repQuery(api, managerId, id),
    ...(listed === undefined ? {} : { initialData: listed, initialDataUpdatedAt: listedAt }),
  });
  const rep = found.data?.rep;
  return (
    <PortalDialog onClose={onClose} title={rep?.name ?? 'Representative'} startsAtTitle>
      {rep === undefined ? (
        found.isPending && !hasFailed(found) ? (
          <PendingRegion label="Loading the representative">
            <Skeleton className="h-96 w-full" />
          </PendingRegion>
        ) : found.data === null ? (
          'There is no such representative.'
        ) : (
          <ErrorState
            title="Failed to load the representative."
            onRetry={() => void found.refetch()}
            retrying={found.isFetching}
          />
        )
      ) : (
        <>
          <Facts>
            <Fact label="State">
              <RepStateMark rep={rep} />
            </Fact>
            <Fact label="Email">
              <span className="wrap-anywhere">{rep.email}</span>
            </Fact>
            <Fact label="Customers">
              {counted(rep.customers, 'customer')}, {counted(rep.openLinks, 'open link')}
            </Fact>
            <Fact label="Open requests">{formatCount(rep.openRequests)}</Fact>
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
              The data of this person was erased. The account stays closed, so that its sales keep their
              figures.
            </p>
          )}
          <div className="mt-5 flex flex-wrap gap-2">{actions(rep)}</div>
          <h3 className="mt-6 mb-3 font-sans text-base font-semibold">Live sessions</h3>
          <RepSessions managerId={managerId} id={rep.id} />
        </>
      )}
    </PortalDialog>
  );
}
