import { randomUUID } from 'node:crypto';
import {
  foundPeopleSchema,
  type OpenedPerson,
  openedPersonSchema,
  PEOPLE_SEARCH,
} from '@corvane/shared/contracts/backend/people/people';
import {
  correctedPersonSchema,
  customerCorrectionSchema,
  erasedPersonSchema,
  eraseInSteps,
  exportedPersonSchema,
  exportInPages,
  requestCorrectionSchema,
  takesNamesOf,
} from '@corvane/shared/contracts/backend/people/person-change';
import { counted, formatCount } from '@corvane/shared/lib/counted';
import { personJson, personPage } from '@corvane/shared/lib/person-page';
import { tableRow } from '@corvane/tools/command/terminal-text';
import { UserError } from '@corvane/tools/command/user-error';
import { z } from 'zod';
import type { OpsApi } from '../api/ops-api.ts';
import { endingOf } from '../command-line/export-rows.ts';
import type { OpsCommands } from '../command-line/ops-command.ts';
import { required, requiredEmail } from '../command-line/required-option.ts';
import { writeWhole } from '../command-line/write-whole.ts';

/** The operator's commands for what is stored about one person. */
export const PERSON_COMMANDS: OpsCommands = {
  'person find': {
    operand: 'TEXT',
    flags: ['json'],
    explains: 'finds people in all stored data by a part of their address or name',
    async run({ api, operand = '', options, print }) {
      const { length } = [...operand.trim()];
      if (length < PEOPLE_SEARCH.least || length > PEOPLE_SEARCH.most) {
        throw new UserError(
          `person find needs a text of ${PEOPLE_SEARCH.least} to ${PEOPLE_SEARCH.most} characters. In quotes if it has spaces.`,
        );
      }
      const people = foundPeopleSchema.shape.people.parse(
        await api.rpc('find_people', { search_param: operand }),
      );
      if (options.json !== undefined) return print(JSON.stringify(people));
      if (people.length === 0) print('None.');
      for (const { email, names, roles } of people) {
        print(tableRow([email, names.join(', '), roles.join(', ')]));
      }
    },
  },
  'person export': {
    options: ['email', 'out'],
    explains: 'writes all stored data of a person to a file: FILE.json, or FILE.html as a page to read',
    async run({ api, options, print }) {
      const email = requiredEmail(options);
      const ending = endingOf(options.out, ['json', 'html']);
      const person = await exportInPages(async (after) =>
        exportedPersonSchema.parse(
          await api.rpc('export_person', { email_param: email, after_param: after }),
        ),
      );
      const out = required(options, 'out');
      await writeWhole(out, ending === 'json' ? personJson(person) : personPage(person));
      print(
        `What is stored about ${email} is in ${out}. The file holds personal data: delete it when it is sent.`,
      );
    },
  },
  'person withdraw-consent': {
    options: ['email'],
    explains: 'withdraws the consent of a person to being contacted',
    async run({ api, options, print }) {
      const email = requiredEmail(options);
      const withdrawn = z.number().parse(await api.rpc('withdraw_consent', { email_param: email }));
      print(
        withdrawn === 0
          ? `${email} has not agreed to being contacted, or has withdrawn it already.`
          : `Consent of ${email} is withdrawn on ${withdrawn} contact requests.`,
      );
    },
  },
  'person correct': {
    options: ['email', 'request', 'name', 'first-name', 'last-name', 'company', 'phone', 'job-title'],
    explains:
      'corrects name or company of a customer, or with --request ID the first name, last name, company, phone or job title of a contact request',
    async run({ api, options, print }) {
      const email = requiredEmail(options);
      const { part, before } = correctable(await lookUp(api, email), options.request);
      const texts = correctedTexts(before, options);
      const answer = correctedPersonSchema.parse(
        await api.rpc('correct_person', { part_param: part, before_param: before, after_param: texts }),
      );
      if (answer.outcome === 'conflict') {
        throw new UserError('Someone else changed this first, and nothing was written. Look at it again.');
      }
      print('Corrected. The address cannot be corrected: another address is another person.');
    },
  },
  'person erase': {
    options: ['email', 'names'],
    flags: ['json'],
    explains:
      'erases all data of a person permanently; sales and their figures stay. Removes the address from texts of others, and with --names take the full name, with --names keep not. By default only the name of a customer or representative: others are not verified',
    async run({ api, options, print, confirm }) {
      const email = requiredEmail(options);
      if (options.names !== undefined && !['take', 'keep'].includes(options.names)) {
        throw new UserError(`--names is take or keep: ${options.names}`);
      }
      const person = await lookUp(api, email);
      const { texts, unread } = person.mentions;
      const takesNames = options.names === undefined ? takesNamesOf(person) : options.names === 'take';
      const byName = texts.filter(({ hasAddress }) => !hasAddress).length;
      await confirm(
        `Erase all that is stored about ${email}? It cannot be undone. Texts of others that mention them: ${texts.length}, of these by name alone: ${byName}.${unread === 0 ? '' : ` Others that may mention them: ${unread}.`} ${takesNames ? 'These lose the full name, too.' : 'Full names stay in them.'}`,
      );
      const erasure = {
        email_param: email,
        takes_names_param: takesNames,
        erasure_id_param: randomUUID(),
      };
      const answer = await eraseInSteps(
        async () => erasedPersonSchema.parse(await api.rpc('erase_person', erasure)),
        ({ redacted, unread: left }) => {
          if (options.json === undefined)
            print(
              `Not finished: ${counted(redacted, 'record')} of others changed. At most ${counted(left, 'more record')} to read.`,
            );
        },
      );
      if (options.json !== undefined) return print(JSON.stringify(answer));
      print(`${email} is erased:`);
      print(tableRow(['customer', answer.isCustomer ? 'erased' : 'none']));
      print(tableRow(['representative', answer.isRep ? 'erased' : 'none']));
      print(tableRow(['contact requests', String(answer.contactRequests)]));
      print(tableRow(['codes', String(answer.codes)]));
      print(tableRow(['texts of others that no longer mention them', String(answer.redacted)]));
      if (answer.mailsUnderWay > 0) {
        print(
          `${counted(answer.mailsUnderWay, 'mail')} to the team about this person may just have been sent. Delete ${answer.mailsUnderWay === 1 ? 'it' : 'them'} there.`,
        );
      }
      print('This command cannot delete sent mails and backups.');
    },
  },
};

/** @throws UserError when nothing is stored */
async function lookUp(api: OpsApi, email: string): Promise<OpenedPerson> {
  return openedPersonSchema.parse(await api.rpc('get_person', { email_param: email }));
}

interface Correctable {
  part: { kind: 'customer' | 'contact_request'; id: string };
  before: Readonly<Record<string, string>>;
}

/** What `--request` names, or else the customer, with its stored texts. */
function correctable(
  { customer, requests, requestCount = 0 }: OpenedPerson,
  requestId?: string,
): Correctable {
  if (requestId === undefined) {
    if (customer === null) throw new UserError('This person is no customer. Name a request with --request');
    const { id, name, company } = customer;
    return { part: { kind: 'customer', id }, before: { name, company } };
  }
  const request = requests.find(({ id }) => id === requestId.toLowerCase());
  if (request === undefined) {
    throw new UserError(
      requestCount > requests.length
        ? `${requestId} is not among the contact requests that are listed: the newest ${formatCount(requests.length)} of ${formatCount(requestCount)}`
        : `This person has no contact request ${requestId}`,
    );
  }
  const { id, firstName, lastName, company, phone, jobTitle } = request;
  return {
    part: { kind: 'contact_request', id },
    before: { firstName, lastName, company, phone, jobTitle },
  };
}

/** @throws UserError when nothing is to change, or a text is not allowed */
function correctedTexts(
  before: Readonly<Record<string, string>>,
  options: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const optionOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const fields = Object.keys(before);
  const allowed = fields.map(optionOf);
  const known = allowed.map((option) => `--${option}`).join(', ');
  const unknown = Object.keys(options).find((option) => !['email', 'request', ...allowed].includes(option));
  if (unknown !== undefined)
    throw new UserError(`--${unknown} is not stored there. Correct one of ${known}.`);
  const after = Object.fromEntries(fields.map((field) => [field, options[optionOf(field)] ?? before[field]]));
  const schema = 'name' in before ? customerCorrectionSchema : requestCorrectionSchema;
  const parsed = schema.safeParse(after);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new UserError(`--${optionOf(String(issue?.path[0]))}: ${issue?.message}`);
  }
  if (fields.every((field) => after[field] === before[field]))
    throw new UserError(
      `Nothing to correct: these texts are stored already. Give a new text for one of ${known}.`,
    );
  return parsed.data;
}
