import {
  type ContactRequestChange,
  changeContactRequestResponseSchema,
} from '@corvane/shared/contracts/backend/contact/contact-request-change';
import {
  contactRequestsPageSchema,
  type ListedContactRequest,
} from '@corvane/shared/contracts/backend/contact/contact-request-list';
import { tableRow } from '@corvane/tools/command/terminal-text';
import { UserError } from '@corvane/tools/command/user-error';
import type { OpsApi } from '../api/ops-api.ts';
import type { OpsContext } from '../command-line/ops-command.ts';
import { knownId, required } from '../command-line/required-option.ts';

/** The newest contact requests that match a filter. */
export async function findRequests(api: OpsApi, filter: object, limit: number) {
  const args = { filter_param: filter, direction_param: 'desc', limit_param: limit, after_param: null };
  return contactRequestsPageSchema.parse(await api.rpc('find_contact_requests', args));
}

/** @throws UserError when `--id` names no contact request. */
export async function findRequest(
  api: OpsApi,
  options: Readonly<Record<string, string>>,
): Promise<ListedContactRequest> {
  const id = knownId(required(options, 'id'), 'a request', 'requests list');
  const [row] = (await findRequests(api, { request_id: id }, 1)).rows;
  if (row === undefined) throw new UserError(`There is no contact request ${id}. See: ops requests list`);
  return row;
}

/**
 * Changes the request that `--id` names, as it is now, and prints what is stored.
 * @throws UserError when another person changed it in this moment
 */
export async function changeRequest(
  { api, options, print }: OpsContext,
  change: ContactRequestChange,
): Promise<void> {
  const { requestId, version } = await findRequest(api, options);
  const changed = changeContactRequestResponseSchema.parse(
    await api.rpc('change_contact_request_as_operator', {
      contact_request_id_param: requestId,
      version_param: version,
      change_param: change,
    }),
  );
  if (changed.outcome === 'conflict')
    throw new UserError(`${requestId} was just changed by someone else. Look at it, then try again.`);
  const { request } = changed;
  print(
    options.json === undefined
      ? tableRow([requestId, request.status, request.assignedTo?.name ?? 'nobody'])
      : JSON.stringify(request),
  );
}
