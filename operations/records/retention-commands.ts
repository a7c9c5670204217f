import { retentionSchema, retentionWords } from '@corvane/shared/contracts/backend/retention';
import { counted } from '@corvane/shared/lib/counted';
import { tableRow } from '@corvane/tools/command/terminal-text';
import { z } from 'zod';
import type { OpsCommands } from '../command-line/ops-command.ts';

const reportSchema = z.array(z.object({ kind: z.string(), keptDays: z.number(), removed: z.number() }));

/** The operator's commands for how long data is kept, and versions of the site. `run` is meant to run daily. */
export const RETENTION_COMMANDS: OpsCommands = {
  'retention show': {
    flags: ['json'],
    explains: 'shows how long each kind of data is kept, and what the last run removed',
    async run({ api, options, print }) {
      const answer = await api.rpc('get_retention', {});
      const { rules, lastRunAt } = retentionSchema.parse(answer);
      if (options.json !== undefined) return print(JSON.stringify(answer));
      for (const { kind, keptDays, removed } of rules) {
        const { what, from } = retentionWords(kind);
        const last = removed === null ? 'never removed' : `${removed} removed last`;
        print(tableRow([what, `${counted(keptDays, 'day')} from ${from}`, last]));
      }
      print(lastRunAt === null ? 'The job has never run.' : `Last run: ${lastRunAt}`);
    },
  },
  'retention run': {
    flags: ['dry-run', 'json'],
    explains: 'removes data past its period; with --dry-run only shows what it would remove',
    async run({ api, options, print, confirm }) {
      const isDryRun = options['dry-run'] !== undefined;
      if (!isDryRun) await confirm('Remove all data past its period?');
      const report = reportSchema.parse(await api.rpc('run_retention', { is_dry_run_param: isDryRun }));
      if (options.json !== undefined) return print(JSON.stringify(report));
      for (const { kind, keptDays, removed } of report) {
        print(
          tableRow([
            retentionWords(kind).what,
            `kept ${counted(keptDays, 'day')}`,
            `${removed} ${isDryRun ? 'to remove' : 'removed'}`,
          ]),
        );
      }
    },
  },
  // `release prune` has the bucket's credential and no key of the project, so its unit notes the run with this one.
  'prune noted': {
    explains: 'notes for the doctor that `release prune` has just finished',
    async run({ api, print }) {
      await api.rpc('record_upkeep_run', { job_param: 'prune', detail_param: {} });
      print('The run is noted.');
    },
  },
};
