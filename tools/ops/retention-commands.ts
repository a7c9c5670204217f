import { z } from 'zod';
import type { OpsCommand } from './ops-command.ts';
import { tableRow } from './terminal-text.ts';

const reportSchema = z.array(z.object({ kind: z.string(), kept_days: z.number(), removed: z.number() }));

const KINDS: Readonly<Record<string, string>> = {
  quarantined_requests: 'contact requests in quarantine',
  contact_requests: 'contact requests',
  idle_customers: 'customers without a sale or a working link',
  codes: 'verification codes',
  sessions: 'ended sessions',
  sign_in_traces: 'addresses and browsers in openings and the audit trail',
  site_events: 'site events',
};

/** The operator's command that removes what has been kept for long enough. Meant to run daily. */
export const RETENTION_COMMANDS: readonly OpsCommand[] = [
  {
    words: ['retention', 'run'],
    options: [],
    flags: ['dry-run'],
    explains:
      'removes data that has been kept for long enough; with --dry-run only says what it would remove',
    async run({ api, options, print, confirm }) {
      const isDryRun = options['dry-run'] !== undefined;
      if (!isDryRun) await confirm('Remove all data that has been kept for long enough?');
      const report = reportSchema.parse(await api.rpc('run_retention', { is_dry_run_param: isDryRun }));
      for (const { kind, kept_days, removed } of report) {
        const days = `kept ${kept_days} ${kept_days === 1 ? 'day' : 'days'}`;
        print(tableRow([KINDS[kind] ?? kind, days, `${removed} ${isDryRun ? 'to remove' : 'removed'}`]));
      }
    },
  },
];
