import type { ListedRep } from '@corvane/shared/contracts/backend/representatives/rep-list';
import { counted } from '@corvane/shared/lib/counted';
import { tableRow } from '@corvane/tools/command/terminal-text';
import { UserError } from '@corvane/tools/command/user-error';
import { z } from 'zod';
import { hashSalesId } from '../../supabase/functions/api/secrets/credential-hash.ts';
import { newSalesId } from '../../supabase/functions/api/secrets/sales-id.ts';
import { secretWeakness } from '../../supabase/functions/api/secrets/secret-weakness.ts';
import type { RepSession } from '../api/ops-api.ts';
import { type OpsCommands, type OpsContext, printRows } from '../command-line/ops-command.ts';
import { knownId, newEmail, required, requiredEmail } from '../command-line/required-option.ts';

/** Longest name that the database takes, in characters. */
const NAME_CHARACTERS = 200;

/** The operator's commands for sales representatives. */
export const REP_COMMANDS: OpsCommands = {
  'rep add': {
    options: ['name', 'email'],
    flags: ['manager'],
    explains: 'adds a sales representative, or a manager, and prints their sales ID, once',
    async run({ api, options, connection, print }) {
      const name = requiredName(options);
      const email = newEmail(options);
      const { salesId, hash } = await makeSalesId(connection.salesIdPepper);
      const isManager = options.manager !== undefined;
      const args = {
        name_param: name,
        email_param: email,
        credential_hash_param: hash,
        is_manager_param: isManager,
      };
      await api.rpc('add_rep', args);
      printSalesId(print, name, salesId);
    },
  },
  'rep list': {
    flags: ['json'],
    explains: 'lists the sales representatives, with customers, open links, open requests and live sessions',
    async run({ api, options, print }) {
      for (const rep of await api.reps())
        print(options.json === undefined ? repRow(rep) : JSON.stringify(rep));
    },
  },
  'rep disable': {
    options: ['email'],
    explains: 'stops sign-in and ends the sessions of a representative; sales and customers stay',
    async run({ api, options, print, confirm }) {
      const rep = await api.repByEmail(requiredEmail(options));
      await confirm(`Disable ${rep.name} (${rep.email}) and end their sessions?`);
      const ended = await api.rpc('disable_rep', { sales_rep_id_param: rep.id });
      print(`${rep.email} is disabled; ${ended} sessions ended.`);
    },
  },
  'rep enable': {
    options: ['email'],
    explains: 'lets a disabled representative sign in again and prints their new sales ID, once',
    async run({ api, options, connection, print, confirm }) {
      const rep = await api.repByEmail(requiredEmail(options));
      if (rep.disabledAt === null) throw notDisabled(rep.email);
      await confirm(`Let ${rep.name} (${rep.email}) sign in again, with a new sales ID?`);
      const { salesId, hash } = await makeSalesId(connection.salesIdPepper);
      const args = { sales_rep_id_param: rep.id, credential_hash_param: hash };
      // If another operator was faster, the new ID was not stored.
      if (!(await api.rpc('enable_rep', args))) throw notDisabled(rep.email);
      print(`${rep.email} is enabled.`);
      printSalesId(print, rep.name, salesId);
    },
  },
  'rep edit': {
    options: ['email', 'name', 'new-email'],
    flags: ['manager', 'no-manager'],
    explains:
      'corrects name or address of a representative, or makes them a manager or not; sales ID, sessions and customers stay',
    async run({ api, options, print }) {
      const rep = await api.repByEmail(requiredEmail(options));
      const isManager = managerFlag(options);
      if (options.name === undefined && options['new-email'] === undefined && isManager === undefined)
        throw new UserError('Give --name, --new-email, --manager or --no-manager');
      const name = options.name === undefined ? rep.name : requiredName(options);
      const email = options['new-email'] === undefined ? rep.email : newEmail(options, 'new-email');
      const args = { sales_rep_id_param: rep.id, name_param: name, email_param: email };
      await api.rpc('edit_rep', args);
      if (isManager !== undefined) {
        await api.rpc('set_rep_manager', { sales_rep_id_param: rep.id, is_manager_param: isManager });
      }
      print(tableRow([email, name, ...((isManager ?? rep.isManager) ? ['manager'] : [])]));
    },
  },
  'rep rotate-id': {
    options: ['email'],
    explains:
      'replaces all sales IDs of a representative with a new one, ends the sessions, prints the ID once',
    async run({ api, options, connection, print, confirm }) {
      const rep = await api.repByEmail(requiredEmail(options));
      await confirm(`Replace every sales ID of ${rep.name} (${rep.email}) and end their sessions?`);
      const { salesId, hash } = await makeSalesId(connection.salesIdPepper);
      const args = { sales_rep_id_param: rep.id, credential_hash_param: hash };
      const ended = await api.rpc('rotate_rep_credential', args);
      print(`${ended} sessions ended.`);
      printSalesId(print, rep.name, salesId);
    },
  },
  'rep sessions list': {
    options: ['email'],
    flags: ['json'],
    explains: 'lists the 100 latest sessions of a representative, newest first',
    async run(context) {
      const rep = await context.api.repByEmail(requiredEmail(context.options));
      printRows(context, await context.api.repSessions(rep.id), (session) => {
        const { id, createdAt, ipAddress, userAgent } = session;
        return [id, createdAt, ipAddress ?? '', userAgent ?? '', sessionState(session, Date.now())];
      });
    },
  },
  'rep sessions end': {
    options: ['email', 'session'],
    explains: 'ends all sessions of a representative, or the one with an id, with the next request',
    async run({ api, options, print, confirm }) {
      const rep = await api.repByEmail(requiredEmail(options));
      const { session } = options;
      if (session !== undefined) knownId(session, 'a session', 'rep sessions list');
      const which = session === undefined ? 'all sessions' : `the session ${session}`;
      await confirm(`End ${which} of ${rep.name} (${rep.email})?`);
      const args = { sales_rep_id_param: rep.id, ended_session_id_param: session ?? null };
      const ended = z.number().parse(await api.rpc('end_rep_sessions', args));
      if (session !== undefined && ended === 0) {
        throw new UserError(`${rep.email} has no live session ${session}`);
      }
      print(`${ended} sessions ended.`);
    },
  },
};

function repRow({ email, name, disabledAt, erasedAt, isManager, ...rep }: ListedRep): string {
  const state =
    erasedAt !== null
      ? `erased, ${erasedAt}`
      : disabledAt === null
        ? 'enabled'
        : `disabled since ${disabledAt}`;
  return tableRow([
    email,
    name,
    isManager ? `${state}, manager` : state,
    `${counted(rep.customers, 'customer')}, ${counted(rep.openLinks, 'open link')}`,
    counted(rep.openRequests, 'open request'),
    counted(rep.liveSessions, 'live session'),
    rep.lastSignInAt === null ? 'never signed in' : `last sign-in ${rep.lastSignInAt}`,
  ]);
}

const notDisabled = (email: string) =>
  new UserError(`${email} is not disabled. For a new sales ID: ops rep rotate-id --email ${email}`);

/** @returns undefined when neither flag was given */
function managerFlag(options: Readonly<Record<string, string>>): boolean | undefined {
  if (options.manager !== undefined && options['no-manager'] !== undefined)
    throw new UserError('Give --manager or --no-manager, not both');
  if (options.manager === undefined && options['no-manager'] === undefined) return undefined;
  return options.manager !== undefined;
}

function requiredName(options: Readonly<Record<string, string>>): string {
  const name = required(options, 'name');
  const characters = [...name].length;
  if (characters > NAME_CHARACTERS)
    throw new UserError(`--name has ${characters} characters. Use at most ${NAME_CHARACTERS}.`);
  return name;
}

/** @param nowMs milliseconds since 1970 UTC */
function sessionState({ expiresAt, endedAt, endReason }: RepSession, nowMs: number): string {
  if (endedAt !== null) return `${endReason}, ${endedAt}`;
  return Date.parse(expiresAt) <= nowMs ? `expired, ${expiresAt}` : `live, until ${expiresAt}`;
}

async function makeSalesId(pepper?: string): Promise<{ salesId: string; hash: string }> {
  if (pepper === undefined)
    throw new UserError('SALES_ID_PEPPER is not set. Set it: without it the new sales ID cannot work.');
  // The functions start with a strong one only, so this is not theirs.
  const weakness = secretWeakness(pepper);
  if (weakness !== null)
    throw new UserError(
      `SALES_ID_PEPPER ${weakness}. Set that of the functions: no other makes a sales ID that works.`,
    );
  const salesId = newSalesId();
  return { salesId, hash: await hashSalesId(salesId, pepper) };
}

function printSalesId(print: OpsContext['print'], name: string, salesId: string): void {
  print(`Sales ID of ${name}: ${salesId}`);
  print('It is shown only this once. The database keeps only its hash.');
}
