import { freePercent, MIN_FREE_PERCENT } from '@corvane/tools/machine/free-percent';
import { type DoctorCheck, type Finding, right, wrong } from '../doctor-check.ts';

/** Jobs that say how much room they found where they write: on the machine of the backups, daily and weekly. */
const JOBS = ['backup', 'base'];

/** Which disks are too full, or else all. @param free in percent, by name */
function roomOf(disks: readonly (readonly [name: string, free: number])[]): Finding {
  const full = disks.filter(([, free]) => free < MIN_FREE_PERCENT);
  const says = (full.length > 0 ? full : disks).map(([name, free]) => `${name} ${free} % free`).join(', ');
  return full.length > 0 ? wrong(says) : right(says);
}

export const DISKS: DoctorCheck = {
  name: 'disks',
  asks: 'Is there room on the disks of this machine?',
  mend: 'Find what fills it with `du -xh --max-depth 3`, remove that, or give the machine a larger disk. A full disk ends the database.',
  async look(look) {
    const { disks = [], freePercent: ask = freePercent } = look.options;
    if (disks.length === 0) return right('none named (--disk names folders of this machine)');
    return roomOf(await Promise.all(disks.map(async (folder) => [folder, await ask(folder)] as const)));
  },
};

export const BACKUP_DISKS: DoctorCheck = {
  name: 'backup-disks',
  asks: 'Was there room for the next backups after the last ones?',
  mend: 'On the machine of the backups, remove what it need not keep, or give it a larger disk.',
  async look(look) {
    const { runs } = (await look.upkeep()).value;
    const found = runs.flatMap(({ job, detail: { free_percent: free } }) =>
      JOBS.includes(job) && typeof free === 'number' ? [[`after ${job}:`, free] as const] : [],
    );
    return found.length === 0 ? right('no backup has said it yet') : roomOf(found);
  },
};
