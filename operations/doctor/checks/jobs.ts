import { type DoctorCheck, describeAge, right, wrong } from '../doctor-check.ts';
import type { Upkeep } from '../look.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * A job that must have finished within a time.
 * @param isFirstLater the first run is not part of the set-up: a database that is younger than the time needs none
 * @param isNeeded without, it always is
 */
function jobCheck({
  job,
  maxAgeMs,
  isFirstLater = false,
  isNeeded = () => true,
  ...check
}: Omit<DoctorCheck, 'look'> & {
  job: string;
  maxAgeMs: number;
  isFirstLater?: boolean;
  isNeeded?(facts: Upkeep): boolean;
}): DoctorCheck {
  return {
    ...check,
    async look(look) {
      const facts = (await look.upkeep()).value;
      const { runs, now, since } = facts;
      if (!isNeeded(facts)) return right('this database has no archive');
      const run = runs.find((one) => one.job === job);
      if (run === undefined) {
        const dueMs = isFirstLater && since !== null ? Date.parse(since) + maxAgeMs : 0;
        return Date.parse(now) > dueMs
          ? wrong('it has never finished')
          : right(`the first is due by ${new Date(dueMs).toISOString().slice(0, 10)}`);
      }
      // Both instants are the database's, so no other clock matters.
      const ageMs = Date.parse(now) - Date.parse(run.finishedAt);
      const told = `finished ${describeAge(ageMs)} ago`;
      return ageMs > maxAgeMs ? wrong(told) : right(told);
    },
  };
}

export const RETENTION = jobCheck({
  name: 'retention',
  asks: 'Does retention run daily?',
  mend: 'Run `npx -y pnpm@12 run ops retention run --yes`, and find out why its timer did not.',
  job: 'retention',
  maxAgeMs: 26 * HOUR_MS,
});

export const BACKUP = jobCheck({
  name: 'backup',
  asks: 'Is there a backup of the last day?',
  mend: 'Run `npx -y pnpm@12 run ops backup`, and find out why its timer did not (docs/operations.md, "Backups").',
  job: 'backup',
  maxAgeMs: 26 * HOUR_MS,
});

export const RESTORE_DRILL = jobCheck({
  name: 'restore-drill',
  asks: 'Was a backup restored for practice in the last three months?',
  mend: 'Restore the latest backup where the key is (docs/operations.md, "Backups").',
  job: 'restore_drill',
  maxAgeMs: 93 * DAY_MS,
  isFirstLater: true,
});

export const BASE = jobCheck({
  name: 'base',
  asks: 'Is there a copy of the whole cluster of the last week?',
  mend: 'On the archive: `systemctl start corvane-base`, and find out why its timer did not. Without a copy, the kept log restores nothing.',
  job: 'base',
  maxAgeMs: 8 * DAY_MS,
  isNeeded: ({ hasArchive }) => hasArchive,
});

export const ARCHIVE_DRILL = jobCheck({
  name: 'archive-drill',
  asks: 'Was the archive restored for practice in the last month?',
  mend: 'On the archive: `systemctl start corvane-archive-drill`, and `journalctl -u corvane-archive-drill` says what is wrong with the archive.',
  job: 'archive_drill',
  maxAgeMs: 33 * DAY_MS,
  isNeeded: ({ hasArchive }) => hasArchive,
});

export const PRUNE = jobCheck({
  name: 'prune',
  asks: 'Are old versions of the site removed weekly?',
  mend: 'Run `release prune`, then `ops prune noted`, and find out why its timer did not (docs/releasing.md).',
  job: 'prune',
  maxAgeMs: 8 * DAY_MS,
});
