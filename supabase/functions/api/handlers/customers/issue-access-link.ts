import type { IssueAccessLinkResponse } from '../../../../../shared/src/contracts/backend/customers/qualification.ts';
import { isMailbox } from '../../../../../shared/src/contracts/backend/email-address.ts';
import { mailboxHash } from '../../canonical-address.ts';
import { mailAccessLink } from '../../mail/access-link-mail.ts';
import { anotherRepsCustomer, wrongCodeRefusal } from '../../mail/mail-code.ts';
import type { Handler } from '../../request/endpoint.ts';
import { deriveAccessToken, hashVerificationCode, sha256Hex } from '../../secrets/credential-hash.ts';
import { createRandomSecret } from '../../secrets/random-secret.ts';

/**
 * Exchanges a code for an access link, and mails the link on request: the token is known only now. All codes that
 * cannot be exchanged get the same answer, after the same calls: wrong, used, void, expired, refused too often or
 * another representative's.
 */
export const issueAccessLink: Handler<'issue-access-link'> = async (
  { body: proof, session: { sessionId, personId: repId }, caller, correlationId },
  deps,
) => {
  const verificationId = proof.verificationId.toLowerCase();

  const email = (await deps.database.findVerificationEmail(sessionId, verificationId)) ?? '';
  const bound = { repId, email, verificationId };
  const token =
    proof.idempotencyKey === undefined
      ? createRandomSecret()
      : await deriveAccessToken(proof.idempotencyKey, bound, deps.config.salesIdPepper);
  const isMailed = proof.mailLink === true && deps.mail.kind !== 'test' && isMailbox(email);
  const checked = await deps.database.checkVerificationCode({
    sessionId,
    verificationId,
    codeHash: await hashVerificationCode(proof.code, bound, deps.config.salesIdPepper),
    tokenHash: await sha256Hex(token),
    linkMailHash: isMailed ? await mailboxHash(email) : null,
    ...caller,
  });
  switch (checked.outcome) {
    case 'forbidden':
      throw anotherRepsCustomer();
    case 'refused':
      throw wrongCodeRefusal();
  }
  deps.log({ level: 'info', event: 'link_issued', correlationId, customerId: checked.answer.customerId });
  const answer: IssueAccessLinkResponse = { ...checked.answer, token };
  if (proof.mailLink === true) {
    const link = `${deps.config.siteUrl}/comparison?access=${token}`;
    const { name, timeZone, rep } = checked;
    const { validForSeconds } = answer;
    const expiresAt = new Date(answer.expiresAt);
    const mail = { to: email, name, timeZone, rep, link, validForSeconds, expiresAt };
    const counted = { ...checked, sessionId, customerId: answer.customerId };
    answer.mail = await mailAccessLink(mail, counted, deps, correlationId);
  }
  return { body: answer };
};
