import { z } from 'zod';
import { type OpsCommands, printRows } from '../command-line/ops-command.ts';
import { requiredEmail } from '../command-line/required-option.ts';

/** The operator's commands for qualified customers. */
export const CUSTOMER_COMMANDS: OpsCommands = {
  'customer list': {
    flags: ['json'],
    explains: 'lists the qualified customers and the state of their access',
    async run(context) {
      const [customers, reps] = await Promise.all([context.api.customers(), context.api.reps()]);
      const repEmails = new Map(reps.map(({ id, email }) => [id, email]));
      const rows = customers.map((customer) => ({
        ...customer,
        repEmail: repEmails.get(customer.qualifiedBy) ?? 'unknown',
      }));
      printRows(context, rows, (row) => [row.email, row.company, accessOf(row, Date.now()), row.repEmail]);
    },
  },
  'customer revoke': {
    options: ['email'],
    explains: "revokes a customer's access with their next request",
    async run({ api, options, print, confirm }) {
      const customer = await api.customerByEmail(requiredEmail(options));
      await confirm(`Revoke the access of ${customer.email}?`);
      const revoked = z
        .boolean()
        .parse(await api.rpc('revoke_customer_access', { lead_id_param: customer.id }));
      print(revoked ? `The access of ${customer.email} is revoked.` : `${customer.email} had none.`);
    },
  },
};

/** @param nowMs milliseconds since 1970 UTC */
export function accessOf(
  customer: { tokenExpiresAt: string | null; hasAccessed: boolean; revokedAt: string | null },
  nowMs: number,
): string {
  if (customer.revokedAt !== null) return 'revoked';
  if (customer.tokenExpiresAt === null) return 'no link';
  if (Date.parse(customer.tokenExpiresAt) <= nowMs) return 'expired';
  return `${customer.hasAccessed ? 'opened' : 'issued'}, until ${customer.tokenExpiresAt}`;
}
