import {
  type IssueAccessLinkResponse,
  issueAccessLinkRequestSchema,
} from '../../../shared/src/contracts/backend/customers/qualification.ts';
import type { FunctionDeps } from '../_shared/deps.ts';
import { mailAccessLink } from '../_shared/mail/mail-access-link.ts';
import { wrongCodeRefusal } from '../_shared/mail/mail-code.ts';
import { callerOf } from '../_shared/request/caller.ts';
import { anotherRepsCustomer } from '../_shared/request/customer-refusals.ts';
import { jsonEndpoint } from '../_shared/request/json-endpoint.ts';
import { parseRequest } from '../_shared/request/parse-request.ts';
import { notARepresentative, readRepToken } from '../_shared/request/rep-token.ts';
import { deriveAccessToken, hashVerificationCode, sha256Hex } from '../_shared/secrets/credential-hash.ts';
import { createRandomSecret } from '../_shared/secrets/random-secret.ts';

/**
 * Exchanges a code for an access link, and mails the link on request: the token is known only now. All codes that
 * cannot be exchanged get the same answer, after the same calls: wrong, used, void, expired, refused too often or
 * another representative's.
 */
export function handle(request: Request, deps: FunctionDeps): Promise<Response> {
  return jsonEndpoint('issue-access-link', request, deps, async ({ body, correlationId }) => {
    const { sessionId, repId } = await readRepToken(request, deps);
    const proof = parseRequest(issueAccessLinkRequestSchema, body);
    const verificationId = proof.verificationId.toLowerCase();

    const email = (await deps.database.findVerificationEmail(sessionId, verificationId)) ?? '';
    const bound = { repId, email, verificationId };
    const token =
      proof.idempotencyKey === undefined
        ? createRandomSecret()
        : await deriveAccessToken(proof.idempotencyKey, bound, deps.config.salesIdPepper);
    const { ipAddress, userAgent } = await callerOf(request, deps.config);
    const checked = await deps.database.checkVerificationCode({
      sessionId,
      verificationId,
      codeHash: await hashVerificationCode(proof.code, bound, deps.config.salesIdPepper),
      tokenHash: await sha256Hex(token),
      ipAddress,
      userAgent,
    });
    switch (checked.outcome) {
      case 'unauthenticated':
        throw notARepresentative();
      case 'forbidden':
        throw anotherRepsCustomer();
      case 'refused':
        throw wrongCodeRefusal();
    }
    deps.log({ level: 'info', event: 'link_issued', correlationId, customerId: checked.lead_id });
    const answer: IssueAccessLinkResponse = {
      customerId: checked.lead_id,
      token,
      expiresAt: new Date(checked.expires_at).toISOString(),
      validForSeconds: checked.valid_for_seconds,
    };
    if (proof.mailLink === true) {
      const link = `${deps.config.siteUrl}/comparison?access=${token}`;
      const { name, rep } = checked;
      const { validForSeconds } = answer;
      const mail = { to: email, name, rep, link, validForSeconds, expiresAt: new Date(answer.expiresAt) };
      answer.mail = await mailAccessLink(mail, repId, deps, correlationId);
    }
    return { body: answer };
  });
}
