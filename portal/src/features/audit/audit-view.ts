import {
  AUDIT_EVENTS,
  type AuditEvent,
  type AuditTrailFilter,
  auditTrailFilterSchema,
} from '@corvane/shared/contracts/backend/operations/audit-trail';
import { idInAddress } from '../../lib/id-in-address.ts';
import type { AddressChange } from '../../lib/search-with.ts';

/** Which events are shown. null means all. */
export interface AuditView {
  /** Id of a representative or customer. URLs never contain addresses or names. */
  person: string | null;
  event: AuditEvent | null;
  /** Calendar days, YYYY-MM-DD. */
  from: string | null;
  to: string | null;
}

export const WHOLE_TRAIL: AuditView = { person: null, event: null, from: null, to: null };

/** Names of the parameters. The dates differ from those of Requests, so one tab does not filter the other. */
const PARAMETERS: Readonly<Record<keyof AuditView, string>> = {
  person: 'who',
  event: 'event',
  from: 'since',
  to: 'until',
};

/** Reads the view from an address. Ignores invalid parameters. */
export function auditViewOf(search: string): AuditView {
  const parameters = new URLSearchParams(search);
  const day = (field: 'from' | 'to') => {
    const text = parameters.get(PARAMETERS[field]);
    return auditTrailFilterSchema.safeParse({ [field]: text }).success ? text : null;
  };
  return {
    person: idInAddress(search, PARAMETERS.person),
    event: AUDIT_EVENTS.find((event) => event === parameters.get(PARAMETERS.event)) ?? null,
    from: day('from'),
    to: day('to'),
  };
}

/** The address parameters for a choice. Other parameters stay unchanged. */
export function auditViewChange(choice: Partial<AuditView>): AddressChange {
  return Object.fromEntries(
    Object.entries(choice).map(([field, value]) => [PARAMETERS[field as keyof AuditView], value]),
  );
}

/** The filter in the procedure's format. */
export function filterOf(view: AuditView): AuditTrailFilter {
  return { ...view };
}

/** The number of active filters besides the person. */
export function foldedFilterCount({ person: _person, ...others }: AuditView): number {
  return Object.values(others).filter((value) => value !== null).length;
}

/** Whether a filter is active. */
export function isChosen(view: AuditView): boolean {
  return view.person !== null || foldedFilterCount(view) > 0;
}
