import { z } from 'zod';
import { UserError } from '../command/user-error.ts';
import type { OpsCommand } from './ops-command.ts';
import { personPage } from './person-page.ts';
import { requiredEmail } from './required-option.ts';
import { tableRow } from './terminal-text.ts';
import { writeWhole } from './write-whole.ts';

const foundSchema = z.array(
  z.object({ email: z.string(), names: z.array(z.string()).nullable(), roles: z.array(z.string()) }),
);
const erasedSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('erased'),
    is_customer: z.boolean(),
    is_rep: z.boolean(),
    contact_requests: z.number(),
    codes: z.number(),
    mentions: z.number(),
  }),
  z.object({ outcome: z.literal('not_found') }),
  z.object({ outcome: z.literal('rep_is_enabled') }),
  z.object({ outcome: z.literal('rep_has_customers'), customers: z.number() }),
]);
type Erasure = z.infer<typeof erasedSchema>;

const personSchema = z.looseObject({
  customer: z.unknown(),
  representative: z.unknown(),
  contact_requests: z.array(z.unknown()),
  codes: z.array(z.unknown()),
});

/** What `find_people` takes, in characters. */
const SEARCH_CHARACTERS = { least: 2, most: 200 };

/** The operator's commands for what is stored about one person. */
export const PERSON_COMMANDS: readonly OpsCommand[] = [
  {
    words: ['person', 'find'],
    operand: 'TEXT',
    options: [],
    explains: 'finds people by a part of their address or name, wherever they are stored',
    async run({ api, operand = '', print }) {
      const { length } = [...operand.trim()];
      if (length < SEARCH_CHARACTERS.least || length > SEARCH_CHARACTERS.most) {
        throw new UserError(
          `person find needs a text of ${SEARCH_CHARACTERS.least} to ${SEARCH_CHARACTERS.most} characters. In quotes if it has spaces.`,
        );
      }
      const people = foundSchema.parse(await api.rpc('find_people', { search_param: operand }));
      if (people.length === 0) print('None.');
      for (const { email, names, roles } of people) {
        print(tableRow([email, (names ?? []).join(', '), roles.join(', ')]));
      }
    },
  },
  {
    words: ['person', 'export'],
    options: ['email', 'out'],
    explains: 'writes all that is stored about a person to a file: FILE.json, or FILE.html as a page to read',
    async run({ api, options, print }) {
      const email = requiredEmail(options);
      const { out } = options;
      if (out === undefined || !/\.(json|html)$/.test(out)) {
        throw new UserError('--out needs a file that ends in .json or .html');
      }
      const person = personSchema.parse(await api.rpc('export_person', { email_param: email }));
      const isKnown =
        [person.customer, person.representative].some((part) => part !== null) ||
        person.contact_requests.length + person.codes.length > 0;
      if (!isKnown) throw new UserError(`Nothing is stored about ${email}`);
      await writeWhole(
        out,
        out.endsWith('.json') ? `${JSON.stringify(person, null, 2)}\n` : personPage(person),
      );
      print(
        `What is stored about ${email} is in ${out}. The file holds personal data: delete it when it is sent.`,
      );
    },
  },
  {
    words: ['person', 'withdraw-consent'],
    options: ['email'],
    explains: 'notes that a person no longer agrees to being contacted',
    async run({ api, options, print }) {
      const email = requiredEmail(options);
      const withdrawn = z.number().parse(await api.rpc('withdraw_consent', { email_param: email }));
      print(
        withdrawn === 0
          ? `${email} had not agreed to being contacted, or withdrew it before.`
          : `Consent of ${email} is withdrawn on ${withdrawn} contact requests.`,
      );
    },
  },
  {
    words: ['person', 'erase'],
    options: ['email'],
    explains: 'erases a person wherever they are stored, for good; sales and their figures stay',
    async run({ api, options, print, confirm }) {
      const email = requiredEmail(options);
      await confirm(`Erase all that is stored about ${email}? It cannot be undone.`);
      const answer = erasedSchema.parse(await api.rpc('erase_person', { email_param: email }));
      if (answer.outcome !== 'erased') throw new UserError(whyNotErased(email, answer));
      print(`${email} is erased:`);
      print(tableRow(['customer', answer.is_customer ? 'erased' : 'none']));
      print(tableRow(['representative', answer.is_rep ? 'erased' : 'none']));
      print(tableRow(['contact requests', String(answer.contact_requests)]));
      print(tableRow(['codes', String(answer.codes)]));
      if (answer.mentions > 0) {
        print(`The address still stands in ${answer.mentions} texts that others wrote. See ops person find.`);
      }
      print('Mails that were sent, and backups, are not reached by this command.');
    },
  },
];

function whyNotErased(email: string, answer: Exclude<Erasure, { outcome: 'erased' }>): string {
  switch (answer.outcome) {
    case 'not_found':
      return `Nothing is stored about ${email}`;
    case 'rep_is_enabled':
      return `${email} is a sales representative who can sign in. First: ops rep disable --email ${email}`;
    case 'rep_has_customers':
      return `${email} still has ${answer.customers} customers. First: ops rep hand-over --email ${email} --to <email>`;
  }
}
