import { auditSentence } from '@corvane/shared/audit/audit-sentence';
import {
  AUDIT_EVENTS,
  type AuditLine,
  auditLineSchema,
} from '@corvane/shared/contracts/backend/operations/audit-trail';
import { counted } from '@corvane/shared/lib/counted';
import { UserError } from '@corvane/tools/command/user-error';
import { z } from 'zod';
import type { OpsApi } from '../api/ops-api.ts';
import { endingOf, exportRows, textColumns } from '../command-line/export-rows.ts';
import { type OpsCommands, printRows } from '../command-line/ops-command.ts';
import { readInstant } from '../command-line/read-instant.ts';
import { required, requiredEmail } from '../command-line/required-option.ts';

const linesSchema = z.array(auditLineSchema);

/** Lines that a list shows. */
const LISTED = 100;

const FILTERS = ['event', 'email', 'from', 'to'] as const;
type Options = Readonly<Record<string, string>>;

/** The operator's commands for the audit trail. */
export const AUDIT_COMMANDS: OpsCommands = {
  'audit list': {
    options: FILTERS,
    flags: ['json'],
    explains: 'lists the newest 100 lines of the audit trail; each option filters them, --json for programs',
    async run(context) {
      const { api, options, print } = context;
      const args = { ...filterOf(options), limit_param: LISTED, before_line_number_param: null };
      const rows = linesSchema.parse(await api.rpc('find_audit_events', args));
      printRows(context, rows, (row) => [row.occurredAt, sentenceOf(row), row.ipAddress ?? '']);
      if (rows.length === LISTED && options.json === undefined)
        print('There may be older lines. Filter the list, or use ops audit export.');
    },
  },
  'audit export': {
    options: [...FILTERS, 'out'],
    flags: ['json'],
    explains:
      'writes the audit trail, newest first: to FILE.csv, FILE.json or FILE.ndjson, or with --json and no file one line per event; the audit trail records it',
    async run({ api, options, print }) {
      const filter = filterOf(options);
      if (options.out === undefined && options.json !== undefined) {
        for await (const page of readPages(api, filter)) for (const row of page) print(JSON.stringify(row));
        return;
      }
      const out = required(options, 'out');
      const ending = endingOf(out, ['csv', 'json', 'ndjson']);
      const written = await exportRows(out, ending, readPages(api, filter), CSV_COLUMNS);
      print(`${out} holds ${counted(written, 'line')}, with personal data.`);
    },
  },
};

function filterOf(options: Options) {
  const instant = (name: string) => (options[name] === undefined ? null : readInstant(options[name]));
  return {
    event_param: options.event === undefined ? null : knownEvent(required(options, 'event')),
    email_param: options.email === undefined ? null : requiredEmail(options),
    from_param: instant('from'),
    to_param: instant('to'),
  };
}

/** A misspelled event must not look like an empty trail. */
function knownEvent(event: string): string {
  if (AUDIT_EVENTS.some((known) => known === event)) return event;
  throw new UserError(`unknown event: "${event}". Use one of ${AUDIT_EVENTS.join(', ')}.`);
}

async function* readPages(api: OpsApi, filter: ReturnType<typeof filterOf>): AsyncGenerator<AuditLine[]> {
  let before: number | null = null;
  for (;;) {
    const args = { ...filter, before_line_number_param: before };
    const page: AuditLine[] = linesSchema.parse(await api.rpc('export_audit_events', args));
    const last = page.at(-1);
    // The server chooses how many lines a page holds: only an empty page is the end.
    if (last === undefined) return;
    yield page;
    before = last.lineNumber;
  }
}

function sentenceOf(row: AuditLine): string {
  return auditSentence(row, { withAddresses: true, timeZone: 'UTC' });
}

const CSV_COLUMNS = textColumns<AuditLine>({
  occurred_at: (row) => row.occurredAt,
  event: (row) => row.event,
  sentence: (row) => sentenceOf(row),
  rep_email: (row) => row.repEmail,
  customer_email: (row) => row.customerEmail,
  manager_name: (row) => row.managerName,
  ip_address: (row) => row.ipAddress,
  user_agent: (row) => row.userAgent,
  detail: (row) => JSON.stringify(row.detail),
});
