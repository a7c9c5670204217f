import type { z } from 'zod';
import type {
  ChangeRepResponse,
  changeRepRequestSchema,
} from '../../../../../shared/src/contracts/backend/representatives/rep-change.ts';
import type { ChangedRep } from '../../database/operations-calls.ts';
import type { FunctionDeps } from '../../deps.ts';
import { mailAddressChange } from '../../mail/mail-address-change.ts';
import type { Handler } from '../../request/endpoint.ts';
import type { RepToken } from '../../request/rep-token.ts';
import { RequestError } from '../../request-error.ts';
import { hashSalesId } from '../../secrets/credential-hash.ts';
import { deriveSalesId } from '../../secrets/sales-id.ts';

type Change = z.output<typeof changeRepRequestSchema>;

/** @returns '' for a change that makes no sales ID */
async function salesIdOf(change: Change, { repId }: RepToken, deps: FunctionDeps): Promise<string> {
  if (!('idempotencyKey' in change)) return '';
  const rep = change.action === 'add' ? change.email : change.repId;
  const { idempotencyKey } = change;
  return deriveSalesId({ managerId: repId, rep, idempotencyKey }, deps.config.salesIdPepper);
}

function answerOf(change: Change, changed: ChangedRep, salesId: string) {
  switch (changed.outcome) {
    case 'exists': {
      const message = 'Another representative has this address';
      const field = change.action === 'edit' ? 'after.email' : 'email';
      throw new RequestError('invalid_request', message, { fields: { [field]: message } });
    }
    case 'used': {
      const message = 'This key made a sales ID before. Please use another one';
      throw new RequestError('invalid_request', message, { fields: { idempotencyKey: message } });
    }
    case 'added':
      return { outcome: changed.outcome, repId: changed.id, salesId } satisfies ChangeRepResponse;
    case 'enabled':
      return { outcome: changed.outcome, salesId } satisfies ChangeRepResponse;
    case 'rotated':
      return {
        outcome: changed.outcome,
        salesId,
        endedSessions: changed.ended_sessions,
      } satisfies ChangeRepResponse;
    case 'disabled':
    case 'ended':
      return { outcome: changed.outcome, endedSessions: changed.ended_sessions } satisfies ChangeRepResponse;
    default:
      return changed;
  }
}

/**
 * Adds or changes a representative for a manager. Only the answer contains a new sales ID: it is neither logged nor
 * stored. The same request makes the same ID again.
 */
export const changeRepresentative: Handler<'change-representative'> = async (
  { body: change, session: token, caller, correlationId },
  deps,
) => {
  const salesId = await salesIdOf(change, token, deps);
  const changed = await deps.database.changeRep({
    sessionId: token.sessionId,
    change,
    credentialHash: salesId === '' ? null : await hashSalesId(salesId, deps.config.salesIdPepper),
    ...caller,
  });
  const answer = answerOf(change, changed, salesId);
  deps.log({ level: 'info', event: `rep_${changed.outcome}`, correlationId });
  if (
    change.action === 'edit' &&
    changed.outcome === 'edited' &&
    !changed.is_repeated &&
    change.before.email !== change.after.email
  ) {
    const { before, after } = change;
    const told = { name: after.name, before: before.email, after: after.email };
    deps.finishLater(mailAddressChange(told, deps, correlationId));
  }
  return { body: answer };
};
