import type { Change } from '../doctor-fixture.ts';
import type { Fault } from './fault.ts';

const job = (name: string, ago: string): readonly [string, string] => [
  `update private.upkeep_runs set finished_at = now() - interval '${ago}' where job = '${name}'`,
  `update private.upkeep_runs set finished_at = now() where job = '${name}'`,
];
const noted = (name: string, detail: string): readonly [string, string] => [
  `update private.upkeep_runs set detail = '${detail}' where job = '${name}'`,
  `update private.upkeep_runs set detail = '{}' where job = '${name}'`,
];

const FOLLOWED = { name: 'corvane_archive', isActive: true, walStatus: 'reserved', heldBytes: 16_777_216 };
/** A database with an archive that follows it, but for the change. */
export const archived =
  (change: Partial<typeof FOLLOWED> = {}): NonNullable<Change['facts']> =>
  (own) => ({ ...own, hasArchive: true, slots: [{ ...FOLLOWED, ...change }] });

/** A database without a drill. @param ageDays since its first line of the trail */
export const undrilled =
  (ageDays: number): NonNullable<Change['facts']> =>
  (own) => ({
    ...own,
    runs: own.runs.filter(({ job: name }) => name !== 'restore_drill'),
    since: new Date(Date.parse(own.now) - ageDays * 86_400_000).toISOString(),
  });

/** What is wrong with the jobs, the archive and the disks. */
export const UPKEEP_FAULTS: readonly Fault[] = [
  ['retention that has not run', { sql: job('retention', '3 days') }, ['retention'], /finished 3 days ago/],
  ['an old backup', { sql: job('backup', '30 hours') }, ['backup'], /finished 30 hours ago/],
  [
    'no backup',
    {
      sql: [
        `delete from private.upkeep_runs where job = 'backup'`,
        `select public.record_upkeep_run('backup', '{}')`,
      ],
    },
    ['backup'],
    /never finished/,
  ],
  ['pruning that has not run', { sql: job('prune', '9 days') }, ['prune'], /finished 9 days ago/],
  [
    'an archive whose copy of the cluster is old',
    { facts: archived(), sql: job('base', '10 days') },
    ['base'],
    /finished 10 days ago/,
  ],
  [
    'an archive that never followed',
    { facts: (own) => ({ ...own, hasArchive: true, slots: [] }) },
    ['archive'],
    /never followed this database/,
  ],
  [
    'an archive that has stopped',
    { facts: archived({ isActive: false, heldBytes: 900_000_000 }) },
    ['archive'],
    /does not follow, and 900 MB of the log wait/,
  ],
  ['an archive that is stuck', { facts: archived({ heldBytes: 2e9 }) }, ['archive'], /2000 MB behind/],
  [
    'an archive that was left behind',
    { facts: archived({ isActive: false, walStatus: 'lost' }) },
    ['archive'],
    /gone or goes next \(lost\)/,
  ],
  [
    'a replication slot without a reader',
    { facts: (own) => ({ ...own, slots: [{ ...FOLLOWED, name: 'forgotten', heldBytes: 3e9 }] }) },
    ['write-ahead-log'],
    /the slot forgotten holds 3000 MB/,
  ],
  [
    'an archive_command that fails',
    { facts: (own) => ({ ...own, archivingFailsSince: '2026-11-23T03:00:00+00:00' }) },
    ['write-ahead-log'],
    /archive_command fails since 2026-11-23T03:00:00/,
  ],
  [
    'a disk that fills up',
    { look: { disks: ['/var/lib/postgresql', '/srv'], freePercent: async (at) => (at === '/srv' ? 40 : 7) } },
    ['disks'],
    /^\/var\/lib\/postgresql 7 % free$/,
  ],
  [
    'a disk of the backups that fills up',
    { sql: noted('backup', '{"free_percent": 4}') },
    ['backup-disks'],
    /^after backup: 4 % free$/,
  ],
  [
    'an archive that was not restored for a month',
    { facts: archived(), sql: job('archive_drill', '34 days') },
    ['archive-drill'],
    /finished 34 days ago/,
  ],
  ['a drill long ago', { sql: job('restore_drill', '100 days') }, ['restore-drill'], /finished 100 days ago/],
  ['no drill since 100 days', { facts: undrilled(100) }, ['restore-drill'], /never finished/],
];
