import { wrongCodeRefusal } from '../../mail/mail-code.ts';
import type { Handler } from '../../request/endpoint.ts';
import { hashManagerCode } from '../../secrets/credential-hash.ts';

/** Exchanges a manager's code for temporary access to Operations in the session that asked for it. */
export const checkManagerCode: Handler<'check-manager-code'> = async (
  { body: { codeId, code }, session: { sessionId, personId: repId }, caller, correlationId },
  deps,
) => {
  const codeHash = await hashManagerCode(code, { repId, sessionId, codeId }, deps.config.salesIdPepper);
  const checked = await deps.database.checkManagerCode({
    sessionId,
    codeId,
    codeHash,
    ...caller,
  });
  if (checked.outcome === 'refused') throw wrongCodeRefusal();
  deps.log({ level: 'info', event: 'manager_access_opened', correlationId, sessionId });
  return { body: checked.answer };
};
