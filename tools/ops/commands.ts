import { z } from 'zod';
import { hashSalesId } from '../../supabase/functions/_shared/credential-hash.ts';
import { UserError } from '../command/user-error.ts';
import { CATALOGUE_COMMANDS } from './catalogue-commands.ts';
import { CONTACT_COMMANDS } from './contact-commands.ts';
import { newSalesId } from './new-sales-id.ts';
import type { OpsCommand, OpsContext } from './ops-command.ts';
import { required, requiredEmail } from './required-option.ts';
import { SALES_COMMANDS } from './sales-commands.ts';
import { tableRow } from './terminal-text.ts';

export const OPS_COMMANDS: readonly OpsCommand[] = [
  {
    words: ['rep', 'add'],
    options: ['name', 'email'],
    explains: 'adds a sales representative and prints their sales ID, once',
    async run({ api, options, salesIdPepper, print }) {
      const name = required(options, 'name');
      const email = requiredEmail(options);
      const { salesId, hash } = await makeSalesId(salesIdPepper);
      const answer = z
        .object({ outcome: z.enum(['added', 'exists']) })
        .parse(
          await api.rpc('add_rep', { name_param: name, email_param: email, credential_hash_param: hash }),
        );
      if (answer.outcome === 'exists') throw new UserError(`${email} is already a sales representative`);
      printSalesId(print, name, salesId);
    },
  },
  {
    words: ['rep', 'list'],
    options: [],
    explains: 'lists the sales representatives',
    async run({ api, print }) {
      for (const { email, name, disabled_at } of await api.reps()) {
        print(tableRow([email, name, disabled_at === null ? 'enabled' : `disabled since ${disabled_at}`]));
      }
    },
  },
  {
    words: ['rep', 'disable'],
    options: ['email'],
    explains: 'stops sign-in and ends the sessions of a representative; sales and customers stay',
    async run({ api, options, print, confirm }) {
      const rep = await api.repByEmail(requiredEmail(options));
      await confirm(`Disable ${rep.name} (${rep.email}) and end their sessions?`);
      const ended = z.number().parse(await api.rpc('disable_rep', { sales_rep_id_param: rep.id }));
      print(`${rep.email} is disabled; ${ended} sessions ended.`);
    },
  },
  {
    words: ['rep', 'rotate-id'],
    options: ['email'],
    explains:
      'replaces all sales IDs of a representative with a new one, ends the sessions, prints the ID once',
    async run({ api, options, salesIdPepper, print, confirm }) {
      const rep = await api.repByEmail(requiredEmail(options));
      await confirm(`Replace every sales ID of ${rep.name} (${rep.email}) and end their sessions?`);
      const { salesId, hash } = await makeSalesId(salesIdPepper);
      const args = { sales_rep_id_param: rep.id, credential_hash_param: hash };
      const ended = z.number().parse(await api.rpc('rotate_rep_credential', args));
      print(`${ended} sessions ended.`);
      printSalesId(print, rep.name, salesId);
    },
  },
  {
    words: ['rep', 'sessions', 'end'],
    options: ['email'],
    explains: 'ends all sessions of a representative with the next request',
    async run({ api, options, print, confirm }) {
      const rep = await api.repByEmail(requiredEmail(options));
      await confirm(`End all sessions of ${rep.name} (${rep.email})?`);
      const ended = z.number().parse(await api.rpc('end_rep_sessions', { sales_rep_id_param: rep.id }));
      print(`${ended} sessions ended.`);
    },
  },
  {
    words: ['customer', 'list'],
    options: [],
    explains: 'lists the qualified customers and the state of their access',
    async run({ api, print }) {
      const [customers, reps] = await Promise.all([api.customers(), api.reps()]);
      const repEmails = new Map(reps.map(({ id, email }) => [id, email]));
      for (const customer of customers) {
        const rep = repEmails.get(customer.qualified_by) ?? 'unknown';
        print(tableRow([customer.email, customer.company, accessOf(customer, Date.now()), rep]));
      }
    },
  },
  {
    words: ['customer', 'revoke'],
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
  ...CATALOGUE_COMMANDS,
  ...CONTACT_COMMANDS,
  ...SALES_COMMANDS,
];

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

async function makeSalesId(pepper: string | null): Promise<{ salesId: string; hash: string }> {
  if (pepper === null)
    throw new UserError('SALES_ID_PEPPER is not set. Set it: without it the new sales ID cannot work.');
  const salesId = newSalesId();
  return { salesId, hash: await hashSalesId(salesId, pepper) };
}

function printSalesId(print: OpsContext['print'], name: string, salesId: string): void {
  print(`Sales ID of ${name}: ${salesId}`);
  print('It is shown only this once. The database keeps only its hash.');
}
