import {
  contactRequestChangeSchema,
  STAFF_NOTE_MAX,
} from '@corvane/shared/contracts/backend/contact/contact-request-change';
import {
  CONTACT_REQUEST_STATUSES,
  contactRequestsPageSchema,
  type ListedContactRequest,
} from '@corvane/shared/contracts/backend/contact/contact-request-list';
import { counted } from '@corvane/shared/lib/counted';
import { oneLine } from '@corvane/shared/lib/plain-text';
import { UserError } from '@corvane/tools/command/user-error';
import { z } from 'zod';
import type { OpsApi } from '../api/ops-api.ts';
import { endingOf, exportRows, textColumns } from '../command-line/export-rows.ts';
import { type OpsCommands, printRows } from '../command-line/ops-command.ts';
import { required, requiredEmail } from '../command-line/required-option.ts';
import { changeRequest, findRequest, findRequests } from './change-request.ts';
import { REQUEST_FILTERS, requestFilter } from './request-filter.ts';

/** Requests that a list shows. */
const LISTED = 100;
/** Longest part of a message that a list shows. */
const EXCERPT = 60;

/** The operator's commands for contact requests, over the procedures of the screens. */
export const REQUEST_COMMANDS: OpsCommands = {
  'requests list': {
    options: REQUEST_FILTERS,
    lists: ['status'],
    flags: ['quarantined', 'unsent', 'json'],
    explains: 'lists the newest 100 contact requests; each option filters them, --json for programs',
    async run(context) {
      const { api, options, print } = context;
      const filter = await requestFilter(api, context);
      const { rows, hasMore } = await findRequests(api, filter, LISTED);
      printRows(context, rows, listCells);
      if (hasMore && options.json === undefined)
        print('There are older requests. Filter the list, or use ops requests export.');
    },
  },
  'requests show': {
    options: ['id'],
    explains: 'prints all of one contact request, as JSON',
    async run({ api, options, print }) {
      for (const line of JSON.stringify(await findRequest(api, options), null, 2).split('\n')) print(line);
    },
  },
  'requests assign': {
    options: ['id', 'to'],
    flags: ['json'],
    explains: 'assigns a request to the representative with an address, or to nobody (--to nobody)',
    async run(context) {
      const { api, options } = context;
      const rep = options.to === 'nobody' ? null : await api.repByEmail(requiredEmail(options, 'to'));
      await changeRequest(context, { assignedTo: rep?.id ?? null });
    },
  },
  'requests status': {
    options: ['id', 'status'],
    flags: ['json'],
    explains: `sets the status of a request: ${CONTACT_REQUEST_STATUSES.join(', ')}`,
    async run(context) {
      const status = required(context.options, 'status');
      const parsed = z.enum(CONTACT_REQUEST_STATUSES).safeParse(status);
      if (!parsed.success)
        throw new UserError(
          `"${status}" is not a status. Use one of ${CONTACT_REQUEST_STATUSES.join(', ')}.`,
        );
      await changeRequest(context, { status: parsed.data });
    },
  },
  'requests note': {
    options: ['id', 'note'],
    flags: ['clear', 'json'],
    explains: 'replaces the note of staff on a request, or removes it (--clear)',
    async run(context) {
      const { options } = context;
      if ((options.note === undefined) === (options.clear === undefined))
        throw new UserError('Give --note or --clear');
      const change = contactRequestChangeSchema.safeParse({ staffNote: options.note ?? '' });
      if (!change.success)
        throw new UserError(
          `--note has ${options.note?.length} characters. Use at most ${STAFF_NOTE_MAX.toLocaleString('en-US')}.`,
        );
      await changeRequest(context, change.data);
    },
  },
  'requests release': {
    options: ['id'],
    flags: ['json'],
    explains: 'releases a request from quarantine and mails the team about it',
    async run(context) {
      const { api, options, print } = context;
      const before = await findRequest(api, options);
      if (before.quarantinedAt === null)
        throw new UserError(`There is no request ${before.requestId} in quarantine`);
      await changeRequest(context, { release: true });
      const isMailed = await api.notifyTeam(before.requestId);
      if (options.json === undefined)
        print(isMailed ? 'The team was mailed.' : 'The team could not be mailed.');
    },
  },
  'requests export': {
    options: [...REQUEST_FILTERS, 'out'],
    lists: ['status'],
    flags: ['quarantined', 'unsent'],
    explains:
      'writes contact requests to a file, newest first: FILE.csv or FILE.json; the audit trail records it',
    async run(context) {
      const { api, options, print } = context;
      const out = required(options, 'out');
      const ending = endingOf(out, ['csv', 'json']);
      const pages = readPages(api, await requestFilter(api, context));
      const written = await exportRows(out, ending, pages, CSV_COLUMNS);
      print(`${out} holds ${counted(written, 'request')}, with personal data.`);
    },
  },
};

async function* readPages(api: OpsApi, filter: object): AsyncGenerator<ListedContactRequest[]> {
  for (let after: string | null = null; ; ) {
    const args = { filter_param: filter, after_param: after };
    const page = contactRequestsPageSchema.parse(await api.rpc('export_contact_requests', args));
    yield page.rows;
    after = page.nextAfter;
    if (after === null) return;
  }
}

const nameOf = ({ firstName, lastName }: ListedContactRequest) =>
  [firstName, lastName].filter(Boolean).join(' ');

function listCells(row: ListedContactRequest): string[] {
  return [
    row.requestId,
    row.createdAt,
    row.quarantinedAt === null ? row.status : 'quarantined',
    row.assignedTo?.name ?? 'nobody',
    nameOf(row),
    row.email,
    row.company,
    oneLine(row.message).replace(/\s+/g, ' ').slice(0, EXCERPT),
  ];
}

const CSV_COLUMNS = textColumns<ListedContactRequest>({
  request_id: (row) => row.requestId,
  created_at: (row) => row.createdAt,
  status: (row) => row.status,
  quarantined_at: (row) => row.quarantinedAt,
  assigned_to: (row) => row.assignedTo?.name ?? null,
  name: nameOf,
  email: (row) => row.email,
  company: (row) => row.company,
  phone: (row) => row.phone,
  form: (row) => row.form,
  source: (row) => row.source,
  campaign: (row) => row.utm.campaign ?? null,
  page: (row) => row.referrer,
  message: (row) => row.message,
  staff_note: (row) => row.staffNote,
});
