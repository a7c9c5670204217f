import { z } from 'zod';
import type { changeRepRequestSchema } from '../../../../../shared/src/contracts/backend/representatives/rep-change.ts';
import type { FunctionDeps } from '../../deps.ts';
import { mailAddressChange } from '../../mail/address-change-mail.ts';
import { askDatabase } from '../../request/ask-database.ts';
import type { Handler } from '../../request/endpoint.ts';
import type { SessionClaims } from '../../request/session-claims.ts';
import { hashSalesId } from '../../secrets/credential-hash.ts';
import { deriveSalesId } from '../../secrets/sales-id.ts';

type Change = z.output<typeof changeRepRequestSchema>;

/** Outcomes after which the sales ID of the request works. */
const WITH_SALES_ID = ['added', 'enabled', 'rotated'];
/** isRepeated: the values were there already, so nothing was changed. */
const changedSchema = z.looseObject({ outcome: z.string(), isRepeated: z.boolean().default(false) });

/** @returns '' for a change that makes no sales ID */
async function salesIdOf(change: Change, { personId }: SessionClaims, deps: FunctionDeps): Promise<string> {
  if (!('idempotencyKey' in change)) return '';
  const rep = change.action === 'add' ? change.email : change.repId;
  const { idempotencyKey } = change;
  return deriveSalesId({ managerId: personId, rep, idempotencyKey }, deps.config.salesIdPepper);
}

/**
 * Adds or changes a representative for a manager. Only the answer contains a new sales ID: it is neither logged nor
 * stored. The same request makes the same ID again.
 */
export const changeRepresentative: Handler<'change-representative'> = async (asked, deps) => {
  const { body: change, session, correlationId } = asked;
  const salesId = await salesIdOf(change, session, deps);
  const credentialHash = salesId === '' ? null : await hashSalesId(salesId, deps.config.salesIdPepper);
  const { idempotencyKey: _key, ...body } = { idempotencyKey: '', ...change, credentialHash };
  const answer = await askDatabase('change_rep_by_manager')({ ...asked, body }, deps);
  const { outcome, isRepeated } = changedSchema.parse(answer.body);
  if (WITH_SALES_ID.includes(outcome)) return { body: { ...Object(answer.body), salesId } };
  if (change.action === 'edit' && outcome === 'edited' && !isRepeated) {
    const { before, after } = change;
    const told = { name: after.name, before: before.email, after: after.email };
    if (told.before !== told.after)
      deps.finishLater((later) => mailAddressChange(told, later, correlationId));
  }
  return answer;
};
