import type { Customer } from '@corvane/shared/contracts/backend/customers/customers';
import { ErrorState, PendingRegion, Skeleton } from '@corvane/shared/ui/data-states';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { hasFailed } from '../../../lib/has-failed.ts';
import { PortalDialog } from '../../../ui/dialogs/portal-dialog.tsx';
import type { AccessAction } from '../access/access-dialog.tsx';
import { customerQuery } from '../customers.queries.ts';
import { CustomerDialog } from './customer-dialog.tsx';

interface OpenCustomerProps {
  repId: string;
  customerId: string;
  onClose(): void;
  onAct(customer: Customer, action: AccessAction): void;
}

/** The details of the customer in the address, whether the list contains them or not. */
export function OpenCustomer({ repId, customerId, onClose, onAct }: OpenCustomerProps) {
  const { api } = useHostServices();
  const found = useQuery(customerQuery(api, useQueryClient(), repId, customerId));

  if (found.data) return <CustomerDialog {...{ repId, onClose, onAct }} {...found.data} />;
  return (
    <PortalDialog onClose={onClose} title="Customer">
      {found.isPending && !hasFailed(found) ? (
        <PendingRegion label="Loading the customer">
          <Skeleton className="h-[32rem] w-full" />
        </PendingRegion>
      ) : found.data === null ? (
        <p>This customer is not one of yours, or it no longer exists.</p>
      ) : (
        <ErrorState
          title="Failed to load the customer."
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
        />
      )}
    </PortalDialog>
  );
}
