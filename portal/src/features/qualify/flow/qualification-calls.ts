import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import {
  type CustomerDetails,
  customerDetailsSchema,
  type IssueAccessLinkRequest,
  type IssueAccessLinkResponse,
  issueAccessLinkResponseSchema,
  type SendVerificationResponse,
  sendVerificationResponseSchema,
} from '@corvane/shared/contracts/backend/customers/qualification';
import type { DetailErrors } from './qualification-flow.ts';

type CheckedDetails = { details: CustomerDetails; errors: null } | { details: null; errors: DetailErrors };

/** The entered details as they will be sent, or the first message of each field that is refused. */
export function checkDetails(entered: CustomerDetails): CheckedDetails {
  const details = customerDetailsSchema.safeParse(entered);
  if (details.success) return { details: details.data, errors: null };
  return { details: null, errors: firstMessages(details.error.issues) };
}

/** The first message of each field: an empty address is both too short and malformed. */
function firstMessages(issues: readonly { path: PropertyKey[]; message: string }[]): DetailErrors {
  const errors: DetailErrors = {};
  for (const { path, message } of issues) {
    const field = path[0];
    if (field === 'email' || field === 'name' || field === 'company') errors[field] ??= message;
  }
  return errors;
}

/** Sends the customer a new code. Earlier codes become void. */
export async function sendVerification(
  api: Api,
  details: CustomerDetails,
  signal: AbortSignal,
): Promise<SendVerificationResponse> {
  return ask(api, 'send-verification', details, sendVerificationResponseSchema, { signal });
}

/** Exchanges the code for an access link. If the answer was lost, the same request returns the same link. */
export async function issueAccessLink(
  api: Api,
  proof: IssueAccessLinkRequest,
  signal: AbortSignal,
): Promise<IssueAccessLinkResponse> {
  return ask(api, 'issue-access-link', proof, issueAccessLinkResponseSchema, { signal });
}
