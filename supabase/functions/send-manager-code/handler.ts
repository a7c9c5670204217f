import {
  type SendManagerCodeResponse,
  sendManagerCodeRequestSchema,
} from '../../../shared/src/contracts/backend/operations/manager-access.ts';
import type { StartedManagerCode } from '../_shared/database/staff-answers.ts';
import type { FunctionDeps } from '../_shared/deps.ts';
import { codeTooSoon, mailCode } from '../_shared/mail/mail-code.ts';
import { managerCodeMail } from '../_shared/mail/manager-code-mail.ts';
import { callerOf } from '../_shared/request/caller.ts';
import { jsonEndpoint } from '../_shared/request/json-endpoint.ts';
import { notAManager } from '../_shared/request/not-a-manager.ts';
import { parseRequest } from '../_shared/request/parse-request.ts';
import {
  giveBackAttempts,
  MANAGER_CODES_PER_REP,
  MANAGER_CODES_PER_REP_AND_DAY,
  type RateLimit,
  takeAttempts,
} from '../_shared/request/rate-limit.ts';
import { notARepresentative, readRepToken } from '../_shared/request/rep-token.ts';
import { RequestError } from '../_shared/request/request-error.ts';
import { hashManagerCode } from '../_shared/secrets/credential-hash.ts';
import { createVerificationCode } from '../_shared/secrets/verification-code.ts';

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

    const limits: [RateLimit, string][] = [
      [MANAGER_CODES_PER_REP, repId],
      [MANAGER_CODES_PER_REP_AND_DAY, repId],
    ];
    await takeAttempts(deps, correlationId, limits);
    const codeId = crypto.randomUUID();
    const code = createVerificationCode();
    const codeHash = await hashManagerCode(code, { repId, sessionId, codeId }, deps.config.salesIdPepper);
    const started = await deps.database.startManagerCode({ sessionId, codeId, codeHash });
    if (started.outcome !== 'started') {
      await giveBackAttempts(deps, correlationId, limits);
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
