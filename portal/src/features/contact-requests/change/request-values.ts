import type { ContactRequestChange } from '@corvane/shared/contracts/backend/contact/contact-request-change';
import type {
  ContactRequestStatus,
  ListedContactRequest,
} from '@corvane/shared/contracts/backend/contact/contact-request-list';

/** The values of a request that staff can change. */
export interface RequestValues {
  status: ContactRequestStatus;
  /** Id of a representative. null: not assigned. */
  assignedTo: string | null;
  staffNote: string;
}

type Decided = Pick<ListedContactRequest, 'status' | 'assignedTo' | 'staffNote'>;

export function valuesOf({ status, assignedTo, staffNote }: Decided): RequestValues {
  return { status, assignedTo: assignedTo?.id ?? null, staffNote };
}

/** The values that differ from the stored ones. */
export function changeOf(stored: Decided, values: RequestValues): ContactRequestChange {
  const before = valuesOf(stored);
  return {
    ...(values.status === before.status ? {} : { status: values.status }),
    ...(values.assignedTo === before.assignedTo ? {} : { assignedTo: values.assignedTo }),
    ...(values.staffNote === before.staffNote ? {} : { staffNote: values.staffNote }),
  };
}
