import { mailboxHash } from '../../canonical-address.ts';
import { anotherRepsCustomer, mailCode } from '../../mail/mail-code.ts';
import { verificationMail } from '../../mail/verification-mail.ts';
import type { Handler } from '../../request/endpoint.ts';
import { hashVerificationCode } from '../../secrets/credential-hash.ts';
import { createVerificationCode } from '../../secrets/random-secret.ts';

/**
 * Mails a customer a code of six digits, which they tell the representative who requested it. The answer contains the
 * code only in test mode, which sends no mail.
 */
export const sendVerification: Handler<'send-verification'> = async (
  { body: { email, name, company }, session: { sessionId, personId: repId }, caller, correlationId },
  deps,
) => {
  const verificationId = crypto.randomUUID();
  const code = createVerificationCode();
  const bound = { repId, email, verificationId };
  const codeHash = await hashVerificationCode(code, bound, deps.config.salesIdPepper);
  const started = await deps.database.startVerification({
    sessionId,
    verificationId,
    email,
    name,
    company,
    codeHash,
    mailboxHash: await mailboxHash(email),
    ...caller,
  });
  if (started.outcome === 'forbidden') throw anotherRepsCustomer();

  const { rep, answer } = started;
  const finish = (isSent: boolean | null) =>
    deps.database.finishVerificationMail(verificationId, isSent, caller);
  const isTestMode = deps.mail.kind === 'test';
  if (!isTestMode) {
    const mail = verificationMail({ to: email, name, code, rep, validForSeconds: answer.validForSeconds });
    await mailCode('verification_code', mail, deps, finish, correlationId);
  }
  await finish(true);
  deps.log({ level: 'info', event: 'code_sent', correlationId, verificationId, isTestMode });
  return { body: isTestMode ? { ...answer, verificationCode: code } : answer };
};
