import {
  handoversSchema,
  type Kept,
  keptSchema,
} from '@corvane/shared/contracts/backend/representatives/handover';
import { counted } from '@corvane/shared/lib/counted';
import { tableRow } from '@corvane/tools/command/terminal-text';
import { UserError } from '@corvane/tools/command/user-error';
import { z } from 'zod';
import { type OpsCommands, printRows } from '../command-line/ops-command.ts';
import { knownId, requiredEmail } from '../command-line/required-option.ts';

const handedOverSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('handed_over'),
    count: z.number(),
    requests: z.number(),
    undoUntil: z.string(),
  }),
  z.object({ outcome: z.literal('changed'), missing: z.array(z.object({ id: z.string() })) }),
]);

const undoneSchema = z.object({ count: z.number(), requests: z.number(), kept: z.array(keptSchema) });

/** The operator's commands for customers and contact requests that get another representative. */
export const HANDOVER_COMMANDS: OpsCommands = {
  'rep hand-over': {
    options: ['email', 'to'],
    lists: ['customer', 'request'],
    flags: ['tell'],
    explains:
      "hands a representative's customers and open requests to another: all, or each one that is given. With --tell, customers with a link that works are told by mail",
    async run({ api, options, lists, print, confirm }) {
      const from = await api.repByEmail(requiredEmail(options));
      const to = await api.repByEmail(requiredEmail(options, 'to'));
      const { customer: customers = null, request: requests = null } = lists;
      for (const id of requests ?? []) knownId(id, 'a request', 'requests list');
      await confirm(`Give ${chosenWords(customers, requests)} of ${from.email} to ${to.email}?`);
      const answer = handedOverSchema.parse(
        await api.rpc('hand_over_customers', {
          from_rep_id_param: from.id,
          to_rep_id_param: to.id,
          emails_param: customers,
          request_ids_param: requests,
          tells_customers_param: options.tell !== undefined,
        }),
      );
      if (answer.outcome === 'changed') {
        const missing = answer.missing.map(({ id }) => id).join(', ');
        throw new UserError(`${from.email} has no open request ${missing}. Nothing was changed.`);
      }
      print(
        `${workWords(answer.count, answer.requests)} of ${from.email} are now with ${to.email}. Links and sessions stay good.`,
      );
      print(`To undo it until ${answer.undoUntil}: ops rep undo-hand-over --email ${from.email}`);
    },
  },
  'rep hand-overs': {
    flags: ['json'],
    explains: 'lists the 50 latest handovers that were undone or can be, with the time until which they can',
    async run(context) {
      const { rows, now } = handoversSchema.parse(await context.api.rpc('find_handovers', {}));
      printRows(context, rows, ({ id, from, to, by, customers, requests, createdAt, ...rest }) => {
        const state =
          rest.undoneAt !== null
            ? `undone, ${rest.undoneAt}`
            : Date.parse(rest.undoUntil) <= Date.parse(now)
              ? 'final'
              : `undo until ${rest.undoUntil}`;
        const what = workWords(customers, requests);
        return [id, createdAt, `${from.name} to ${to.name}`, what, `by ${by ?? 'an operator'}`, state];
      });
    },
  },
  'rep undo-hand-over': {
    options: ['email', 'id'],
    explains:
      'undoes the latest handover of a representative, or the one with an id, until the time that hand-over printed',
    async run({ api, options, print, confirm }) {
      const from = await api.repByEmail(requiredEmail(options));
      const { id } = options;
      if (id !== undefined) knownId(id, 'a handover', 'rep hand-overs');
      const which = id === undefined ? 'the latest handover' : `the handover ${id}`;
      await confirm(`Give ${from.email} back the customers and requests of ${which}?`);
      const args = { from_rep_id_param: from.id, handover_id_param: id ?? null };
      const answer = undoneSchema.parse(await api.rpc('undo_handover', args));
      print(`${workWords(answer.count, answer.requests)} are back with ${from.email}.`);
      for (const kept of answer.kept) print(keptRow(kept));
    },
  },
};

function workWords(customers: number, requests: number): string {
  return `${counted(customers, 'customer')} and ${counted(requests, 'request')}`;
}

function chosenWords(customers: readonly string[] | null, requests: readonly string[] | null): string {
  if (customers === null && requests === null) return 'all customers and open requests';
  return workWords(customers?.length ?? 0, requests?.length ?? 0);
}

const WHY_KEPT: Readonly<Record<Kept['reason'], string>> = {
  handed_on: 'handed on since',
  new_link: 'given another link since',
  worked_on: 'worked on since',
  erased: 'erased since',
};

function keptRow(kept: Kept): string {
  const did = kept.did.length === 0 ? '' : ` (${kept.did.join(', ')})`;
  const reason =
    kept.reason === 'erased'
      ? WHY_KEPT.erased
      : `${WHY_KEPT[kept.reason]}${did}, with ${kept.with ?? 'nobody'}`;
  return tableRow([`stays: ${kept.kind}`, kept.name || kept.id, reason]);
}
