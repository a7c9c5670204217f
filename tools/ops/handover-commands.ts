import { z } from 'zod';
import { UserError } from '../command/user-error.ts';
import type { OpsCommand } from './ops-command.ts';
import { requiredEmail } from './required-option.ts';

const handedOverSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('handed_over'), count: z.number() }),
  z.object({ outcome: z.literal('same_rep') }),
  z.object({ outcome: z.literal('disabled') }),
  z.object({ outcome: z.literal('none') }),
  z.object({ outcome: z.literal('not_found'), email: z.string() }),
]);
type Handover = z.infer<typeof handedOverSchema>;

const undoneSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('undone'), count: z.number(), kept: z.number() }),
  z.object({ outcome: z.literal('none') }),
]);

/** The operator's commands for customers who get another representative. */
export const HANDOVER_COMMANDS: readonly OpsCommand[] = [
  {
    words: ['rep', 'hand-over'],
    options: ['email', 'to', 'customers'],
    explains:
      "gives a representative's customers to another: all, or the addresses named, with commas between",
    async run({ api, options, print, confirm }) {
      const from = await api.repByEmail(requiredEmail(options));
      const to = await api.repByEmail(requiredEmail(options, 'to'));
      const chosen = options.customers?.split(',').map((email) => email.trim()) ?? null;
      await confirm(
        `Give ${chosen === null ? 'all customers' : `${chosen.length} customers`} of ${from.email} to ${to.email}?`,
      );
      const answer = handedOverSchema.parse(
        await api.rpc('hand_over_customers', {
          from_rep_id_param: from.id,
          to_rep_id_param: to.id,
          emails_param: chosen,
        }),
      );
      if (answer.outcome !== 'handed_over')
        throw new UserError(whyNotHandedOver(from.email, to.email, answer));
      print(
        `${answer.count} customers of ${from.email} are now with ${to.email}. Links and sessions stay good.`,
      );
      print(`To take it back within a day: ops rep undo-hand-over --email ${from.email}`);
    },
  },
  {
    words: ['rep', 'undo-hand-over'],
    options: ['email'],
    explains: "takes back the latest handover of a representative's customers, within a day",
    async run({ api, options, print, confirm }) {
      const from = await api.repByEmail(requiredEmail(options));
      await confirm(`Give ${from.email} back the customers of the latest handover?`);
      const answer = undoneSchema.parse(await api.rpc('undo_handover', { from_rep_id_param: from.id }));
      if (answer.outcome === 'none') {
        throw new UserError(`${from.email} has handed over nothing that could still be taken back`);
      }
      print(`${answer.count} customers are back with ${from.email}.`);
      if (answer.kept > 0) {
        print(`${answer.kept} stay: handed on, given another link or erased since.`);
      }
    },
  },
];

function whyNotHandedOver(
  from: string,
  to: string,
  answer: Exclude<Handover, { outcome: 'handed_over' }>,
): string {
  switch (answer.outcome) {
    case 'same_rep':
      return '--email and --to are the same representative';
    case 'disabled':
      return `${to} is disabled. Nothing was changed.`;
    case 'none':
      return `${from} has no customers`;
    case 'not_found':
      return `${from} has no customer ${answer.email}. Nothing was changed.`;
  }
}
