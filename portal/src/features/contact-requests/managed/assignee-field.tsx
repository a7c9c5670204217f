import type {
  ListedContactRequest,
  RepForAssignment,
} from '@corvane/shared/contracts/backend/contact/contact-request-list';
import { Skeleton } from '@corvane/shared/ui/data-states';
import type { UseQueryResult } from '@tanstack/react-query';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { QueryState } from '../../../ui/tables/query-state.tsx';

interface AssigneeFieldProps {
  reps: UseQueryResult<RepForAssignment[]>;
  request: ListedContactRequest;
  assignedTo: string | null;
  readOnly: boolean;
  onChange(repId: string | null): void;
}

const NOBODY = '';

/** Assigns a request to a representative. */
export function AssigneeField({ reps, request, assignedTo, readOnly, onChange }: AssigneeFieldProps) {
  return (
    <QueryState query={reps} what="the representatives" skeleton={<Skeleton className="h-11 w-full" />}>
      {(known) => (
        <SelectField
          label="Assigned to"
          value={assignedTo ?? NOBODY}
          options={[
            { value: NOBODY, label: 'Not assigned' },
            ...current(request, known),
            ...known.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` })),
          ]}
          readOnly={readOnly}
          onChange={(repId) => onChange(repId === NOBODY ? null : repId)}
        />
      )}
    </QueryState>
  );
}

/** Includes the current representative, even one to whom requests can no longer be assigned. */
function current({ assignedTo }: ListedContactRequest, known: readonly RepForAssignment[]) {
  if (assignedTo === null || known.some(({ id }) => id === assignedTo.id)) return [];
  return [{ value: assignedTo.id, label: assignedTo.name }];
}
