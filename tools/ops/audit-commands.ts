import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { UserError } from '../command/user-error.ts';
import type { OpsApi } from '../ops-api/ops-api.ts';
import { type AuditEvent, auditEventSchema, auditSentence } from './audit-sentence.ts';
import type { OpsCommand } from './ops-command.ts';
import { readInstant } from './read-instant.ts';
import { required, requiredEmail } from './required-option.ts';
import { tableRow } from './terminal-text.ts';
import { typedCell } from './typed-cell.ts';
import { writeWhole } from './write-whole.ts';

const linesSchema = z.array(auditEventSchema);

/** Lines that a list shows. */
const LISTED = 100;
/** Lines that an export asks for at a time; a project may be set to give no more. */
const PAGE_LINES = 1_000;

const FILTERS = ['event', 'email', 'from', 'to'] as const;
type Options = Readonly<Record<string, string>>;

/** The operator's commands for the audit trail. */
export const AUDIT_COMMANDS: readonly OpsCommand[] = [
  {
    words: ['audit', 'list'],
    options: FILTERS,
    flags: ['json'],
    explains: 'tells the newest 100 lines of the audit trail; each option narrows them, --json for programs',
    async run({ api, options, print }) {
      const lines = await readLines(api, filterOf(options), LISTED, null);
      for (const line of lines) {
        print(
          options.json === undefined
            ? tableRow([line.occurred_at, auditSentence(line), line.ip_address ?? ''])
            : JSON.stringify(line),
        );
      }
      if (options.json !== undefined) return;
      if (lines.length === 0) print('None.');
      if (lines.length === LISTED)
        print('There may be older ones: narrow the list, or use ops audit export.');
    },
  },
  {
    words: ['audit', 'export'],
    options: [...FILTERS, 'out'],
    explains: 'writes the audit trail to a file, newest first: FILE.csv or FILE.json',
    async run({ api, options, print }) {
      const out = required(options, 'out');
      if (!/\.(csv|json)$/.test(out)) throw new UserError('--out needs a file that ends in .csv or .json');
      const filter = filterOf(options);
      const all: AuditEvent[] = [];
      for (;;) {
        const page = await readLines(api, filter, PAGE_LINES, all.at(-1)?.line_number ?? null);
        if (page.length === 0) break;
        all.push(...page);
      }
      await writeWhole(out, out.endsWith('.csv') ? csvOf(all) : `${JSON.stringify(all, null, 2)}\n`);
      print(`${all.length} lines are in ${out}. The file holds personal data.`);
    },
  },
];

function filterOf(options: Options) {
  const instant = (name: string) => (options[name] === undefined ? null : readInstant(options[name]));
  return {
    event_param: options.event === undefined ? null : required(options, 'event'),
    email_param: options.email === undefined ? null : requiredEmail(options),
    from_param: instant('from'),
    to_param: instant('to'),
  };
}

async function readLines(
  api: OpsApi,
  filter: ReturnType<typeof filterOf>,
  limit: number,
  before: number | null,
): Promise<AuditEvent[]> {
  const args = { ...filter, limit_param: limit, before_line_number_param: before };
  return linesSchema.parse(await api.rpc('find_audit_events', args));
}

function csvOf(lines: readonly AuditEvent[]): string {
  const typed = (value: string | null) => typedCell(value ?? '');
  const rows = lines.map((line) => ({
    occurred_at: line.occurred_at,
    event: line.event,
    sentence: typed(auditSentence(line)),
    rep_email: typed(line.rep_email),
    customer_email: typed(line.customer_email),
    ip_address: typed(line.ip_address),
    user_agent: typed(line.user_agent),
    detail: typed(JSON.stringify(line.detail)),
  }));
  const columns = [
    'occurred_at',
    'event',
    'sentence',
    'rep_email',
    'customer_email',
    'ip_address',
    'user_agent',
    'detail',
  ];
  return stringify(rows, { header: true, columns, record_delimiter: 'windows' });
}
