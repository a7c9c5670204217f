import { describeAge } from '../describe-age.ts';
import { type DoctorCheck, right, wrong } from '../doctor-check.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A job that must have finished within a time. */
function jobCheck({
  job,
  maxAgeMs,
  ...check
}: Omit<DoctorCheck, 'look'> & { job: string; maxAgeMs: number }): DoctorCheck {
  return {
    ...check,
    async look(look) {
      const { runs, now } = (await look.upkeep()).value;
      const run = runs.find((one) => one.job === job);
      if (run === undefined) return wrong('it has never finished');
      // Both instants are the database's, so no other clock matters.
      const ageMs = Date.parse(now) - Date.parse(run.finished_at);
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
  mend: 'Run `npx -y pnpm@12 run ops restore drill` with the latest backup.',
  job: 'restore_drill',
  maxAgeMs: 93 * DAY_MS,
});
