import {
  CONTACT_FORMS,
  CONTACT_REQUEST_STATUSES,
  type ContactRequestsFilter,
  contactRequestsFilterSchema,
} from '@corvane/shared/contracts/backend/contact/contact-request-list';
import { UserError } from '@corvane/tools/command/user-error';
import type { OpsApi } from '../api/ops-api.ts';
import type { OpsContext } from '../command-line/ops-command.ts';
import { required, requiredEmail } from '../command-line/required-option.ts';

/** Options that narrow a list of contact requests, beside each `--status`. */
export const REQUEST_FILTERS = [
  'assigned',
  'search',
  'source',
  'form',
  'campaign',
  'page',
  'from',
  'to',
] as const;

/** What each field of the filter may be, in the words of its option. */
const HINTS: Readonly<Record<string, string>> = {
  statuses: `--status takes ${CONTACT_REQUEST_STATUSES.join(', ')}`,
  project_type: `--form takes ${CONTACT_FORMS.join(' or ')}`,
  from: '--from takes a day such as 2026-12-01',
  to: '--to takes a day such as 2026-12-01',
};

/**
 * The filter that the options of a command line say.
 * @throws UserError for a value that no filter has
 */
export async function requestFilter(
  api: OpsApi,
  { options, lists }: Pick<OpsContext, 'options' | 'lists'>,
): Promise<ContactRequestsFilter> {
  const given = (name: string) => (options[name] === undefined ? null : required(options, name));
  const parsed = contactRequestsFilterSchema.safeParse({
    statuses: lists.status,
    assigned: await assignedTo(api, options),
    search: given('search'),
    source: given('source'),
    project_type: given('form'),
    campaign: given('campaign'),
    page: given('page'),
    from: given('from'),
    to: given('to'),
    quarantined: options.quarantined !== undefined,
    unsent: options.unsent !== undefined,
  });
  if (parsed.success) return parsed.data;
  const field = String(parsed.error.issues[0]?.path[0]);
  throw new UserError(HINTS[field] ?? `--${field} is too long`);
}

async function assignedTo(
  api: OpsApi,
  options: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const { assigned } = options;
  if (assigned === undefined || assigned === 'any') return assigned;
  if (assigned === 'nobody') return 'none';
  return (await api.repByEmail(requiredEmail(options, 'assigned'))).id;
}
