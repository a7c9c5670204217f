import {
  type CheckManagerCodeResponse,
  checkManagerCodeRequestSchema,
} from '../../../shared/src/contracts/backend/operations/manager-access.ts';
import type { FunctionDeps } from '../_shared/deps.ts';
import { wrongCodeRefusal } from '../_shared/mail/mail-code.ts';
import { callerOf } from '../_shared/request/caller.ts';
import { jsonEndpoint } from '../_shared/request/json-endpoint.ts';
import { notAManager } from '../_shared/request/not-a-manager.ts';
import { parseRequest } from '../_shared/request/parse-request.ts';
import { notARepresentative, readRepToken } from '../_shared/request/rep-token.ts';
import { hashManagerCode } from '../_shared/secrets/credential-hash.ts';

/** Exchanges a manager's code for temporary access to Operations in the session that asked for it. */
export function handle(request: Request, deps: FunctionDeps): Promise<Response> {
  return jsonEndpoint('check-manager-code', request, deps, async ({ body, correlationId }) => {
    const { sessionId, repId } = await readRepToken(request, deps);
    const { codeId, code } = parseRequest(checkManagerCodeRequestSchema, body);
    const { ipAddress, userAgent } = await callerOf(request, deps.config);
    const codeHash = await hashManagerCode(code, { repId, sessionId, codeId }, deps.config.salesIdPepper);
    const checked = await deps.database.checkManagerCode({
      sessionId,
      codeId,
      codeHash,
      ipAddress,
      userAgent,
    });
    switch (checked.outcome) {
      case 'unauthenticated':
        throw notARepresentative();
      case 'forbidden':
        throw notAManager();
      case 'refused':
        throw wrongCodeRefusal();
    }
    deps.log({ level: 'info', event: 'manager_access_opened', correlationId, sessionId });
    const answer: CheckManagerCodeResponse = { managerUntil: new Date(checked.manager_until).toISOString() };
    return { body: answer };
  });
}
