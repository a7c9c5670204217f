import {
  type CustomerDetails,
  type IssueAccessLinkRequest,
  type IssueAccessLinkResponse,
  issueAccessLinkResponseSchema,
  type SendVerificationResponse,
  sendVerificationResponseSchema,
} from '@corvane/shared/contracts/backend/qualification';
import type { ApiClient } from '@corvane/shared/contracts/remote/host-services';

/** Sends the customer a new code. Earlier codes become void. */
export async function sendVerification(
  api: ApiClient,
  details: CustomerDetails,
  signal: AbortSignal,
): Promise<SendVerificationResponse> {
  return sendVerificationResponseSchema.parse(await api.invoke('send-verification', details, { signal }));
}

/** Exchanges the code for an access link. If the answer was lost, the same request returns the same link. */
export async function issueAccessLink(
  api: ApiClient,
  proof: IssueAccessLinkRequest,
  signal: AbortSignal,
): Promise<IssueAccessLinkResponse> {
  return issueAccessLinkResponseSchema.parse(await api.invoke('issue-access-link', proof, { signal }));
}
