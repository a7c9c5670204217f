import type { ListedContactRequest } from '@corvane/shared/contracts/backend/contact/contact-request-list';
import { ErrorState, PendingRegion, Skeleton } from '@corvane/shared/ui/data-states';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { hasFailed } from '../../../lib/has-failed.ts';
import { RequestDialog } from '../details/request-dialog.tsx';
import { RequestMissingDialog } from '../details/request-missing-dialog.tsx';
import { AssigneeField } from './assignee-field.tsx';
import { managedRequestQuery, repsForAssignmentQuery } from './managed-requests-queries.ts';

interface ManagedRequestProps {
  repId: string;
  requestId: string;
  /** The request from the list, so the dialog opens at once. undefined when the list does not contain it. */
  listed: { request: ListedContactRequest; clockAheadMs: number } | undefined;
  /** When the list was loaded, milliseconds since 1970 UTC. */
  listedAt: number;
  actions(request: ListedContactRequest): ReactElement | null;
  onClose(): void;
}

/** The details of the request in the address, whether the list contains it or not. */
export function ManagedRequest(props: ManagedRequestProps) {
  const { repId, requestId, listed, listedAt, actions, onClose } = props;
  const { api } = useHostServices();
  // Independent of the list: someone else's change may remove the request from the list while this person types.
  const found = useQuery({
    ...managedRequestQuery(api, repId, requestId),
    ...(listed === undefined ? {} : { initialData: listed, initialDataUpdatedAt: listedAt }),
  });
  const reps = useQuery(repsForAssignmentQuery(api, repId));
  if (found.data) {
    return (
      <RequestDialog
        repId={repId}
        {...found.data}
        actions={actions(found.data.request)}
        assigneeField={(request, assignedTo, onChange, readOnly) => (
          <AssigneeField
            reps={reps}
            request={request}
            assignedTo={assignedTo}
            readOnly={readOnly}
            onChange={onChange}
          />
        )}
        onClose={onClose}
      />
    );
  }
  return (
    <RequestMissingDialog onClose={onClose}>
      {found.isPending && !hasFailed(found) ? (
        <PendingRegion label="Loading the request">
          <Skeleton className="h-[32rem] w-full" />
        </PendingRegion>
      ) : found.data === null ? (
        'There is no such request.'
      ) : (
        <ErrorState
          title="Failed to load the request."
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
        />
      )}
    </RequestMissingDialog>
  );
}
