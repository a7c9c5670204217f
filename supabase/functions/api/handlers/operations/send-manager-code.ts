import { mailCode } from '../../mail/mail-code.ts';
import { managerCodeMail } from '../../mail/manager-code-mail.ts';
import type { Handler } from '../../request/endpoint.ts';
import { RequestError } from '../../request-error.ts';
import { hashManagerCode } from '../../secrets/credential-hash.ts';
import { createVerificationCode } from '../../secrets/random-secret.ts';

/**
 * Mails a manager a code of six digits, which opens Operations for the session that asked for it. No answer contains
 * the code, not even in test mode: otherwise the code would prove nothing.
 */
export const sendManagerCode: Handler<'send-manager-code'> = async (
  { session: { sessionId, personId: repId }, caller, correlationId },
  deps,
) => {
  if (deps.mail.kind === 'test')
    throw new RequestError('unavailable', 'No mail transport is configured, so no code can be sent.');
  const codeId = crypto.randomUUID();
  const code = createVerificationCode();
  const codeHash = await hashManagerCode(code, { repId, sessionId, codeId }, deps.config.salesIdPepper);
  const { rep, answer } = await deps.database.startManagerCode({ sessionId, codeId, codeHash });

  const finish = (isSent: boolean | null) => deps.database.finishManagerCodeMail(codeId, isSent, caller);
  const { siteUrl } = deps.config;
  const mail = managerCodeMail({ rep, code, validForSeconds: answer.validForSeconds, siteUrl });
  await mailCode('manager_code', mail, deps, finish, correlationId);
  await finish(true);
  deps.log({ level: 'info', event: 'manager_code_sent', correlationId, codeId });
  return { body: answer };
};
