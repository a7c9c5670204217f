import {
  type CustomerDetails,
  type IssueAccessLinkRequest,
  type IssueAccessLinkResponse,
  issueAccessLinkResponseSchema,
  type SendVerificationResponse,
  sendVerificationResponseSchema,
} from '@corvane/shared/contracts/backend/qualification';
import type { ApiClient } from '@corvane/shared/contracts/remote/host-services';

/** Sends the customer a new code; one that was sent before is void from then on. */
export async function sendVerification(
  api: ApiClient,
  details: CustomerDetails,
  signal: AbortSignal,
): Promise<SendVerificationResponse> {
  return sendVerificationResponseSchema.parse(await api.invoke('send-verification', details, { signal }));
}

/** Spends the code for an access link, or gets the link that the same request made before its answer was lost. */
export async function issueAccessLink(
  api: ApiClient,
  proof: IssueAccessLinkRequest,
  signal: AbortSignal,
): Promise<IssueAccessLinkResponse> {
  return issueAccessLinkResponseSchema.parse(await api.invoke('issue-access-link', proof, { signal }));
}
