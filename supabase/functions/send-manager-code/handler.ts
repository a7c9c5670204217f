import {
  type SendManagerCodeResponse,
  sendManagerCodeRequestSchema,
} from '../../../shared/src/contracts/backend/manager-access.ts';
import { callerOf } from '../_shared/caller.ts';
import { hashManagerCode } from '../_shared/credential-hash.ts';
import type { FunctionDeps } from '../_shared/deps.ts';
import { jsonEndpoint } from '../_shared/json-endpoint.ts';
import { codeTooSoon, mailCode } from '../_shared/mail-code.ts';
import { managerCodeMail } from '../_shared/manager-code-mail.ts';
import { notAManager } from '../_shared/not-a-manager.ts';
import { parseRequest } from '../_shared/parse-request.ts';
import { giveBackAttempts, MANAGER_CODES_PER_REP, takeAttempt } from '../_shared/rate-limit.ts';
import { notARepresentative, readRepToken } from '../_shared/rep-token.ts';
import { RequestError } from '../_shared/request-error.ts';
import type { StartedManagerCode } from '../_shared/staff-answers.ts';
import { createVerificationCode } from '../_shared/verification-code.ts';

function refusalOf(started: Exclude<StartedManagerCode, { outcome: 'started' }>): RequestError {
  switch (started.outcome) {
    case 'unauthenticated':
      return notARepresentative();
    case 'forbidden':
      return notAManager();
    case 'too_soon':
      return codeTooSoon(started.retry_after_seconds);
  }
}

/**
 * Mails a manager a code of six digits, which opens Operations for the session that asked for it. No answer contains
 * the code, not even in test mode: otherwise the code would prove nothing.
 */
export function handle(request: Request, deps: FunctionDeps): Promise<Response> {
  return jsonEndpoint('send-manager-code', request, deps, async ({ body, correlationId }) => {
    const { sessionId, repId } = await readRepToken(request, deps);
    parseRequest(sendManagerCodeRequestSchema, body);
    const caller = await callerOf(request, deps.config);

    await takeAttempt(deps.database, MANAGER_CODES_PER_REP, repId);
    const codeId = crypto.randomUUID();
    const code = createVerificationCode();
    const codeHash = await hashManagerCode(code, { repId, sessionId, codeId }, deps.config.salesIdPepper);
    const started = await deps.database.startManagerCode({ sessionId, codeId, codeHash });
    if (started.outcome !== 'started') {
      await giveBackAttempts(deps, correlationId, [[MANAGER_CODES_PER_REP, repId]]);
      throw refusalOf(started);
    }

    const voidCode = () => deps.database.finishManagerCodeMail(codeId, false, caller);
    if (deps.mail.kind === 'test') {
      await voidCode();
      throw new RequestError('unavailable', 'No mail transport is configured, so no code can be sent.');
    }
    const mail = managerCodeMail({ rep: started.rep, code, validForSeconds: started.valid_for_seconds });
    await mailCode('manager_code', mail, deps, voidCode, correlationId);
    await deps.database.finishManagerCodeMail(codeId, true, caller);
    deps.log({ level: 'info', event: 'manager_code_sent', correlationId, codeId });

    const answer: SendManagerCodeResponse = {
      codeId,
      expiresAt: new Date(started.expires_at).toISOString(),
      validForSeconds: started.valid_for_seconds,
      resendAfterSeconds: started.resend_after_seconds,
      maxAttempts: started.max_attempts,
    };
    return { body: answer };
  });
}
