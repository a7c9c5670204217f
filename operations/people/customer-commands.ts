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
        rep_email: repEmails.get(customer.qualified_by) ?? 'unknown',
      }));
      printRows(context, rows, (row) => [row.email, row.company, accessOf(row, Date.now()), row.rep_email]);
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
  customer: { token_expires_at: string | null; has_accessed: boolean; revoked_at: string | null },
  nowMs: number,
): string {
  if (customer.revoked_at !== null) return 'revoked';
  if (customer.token_expires_at === null) return 'no link';
  if (Date.parse(customer.token_expires_at) <= nowMs) return 'expired';
  return `${customer.has_accessed ? 'opened' : 'issued'}, until ${customer.token_expires_at}`;
}
