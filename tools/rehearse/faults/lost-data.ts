import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../command/user-error.ts';
import { sshOptions } from '../booted-machine.ts';
import { seconds, untilFollowed, untilSaid } from './broken-parts.ts';
import { applied } from './changes.ts';
import type { Fault, FaultContext } from './fault.ts';

const REQUESTS = 'select id from contact_submissions';
const PEOPLE = 'select count(*) from sales_representatives';

/** Machines that never come back, and data that is put back. */
export const LOST_DATA: readonly Fault[] = [
  {
    name: 'machines-lost',
    title: 'a web machine and the archive are lost, and new ones take their place',
    ...{ failedCallsPercent: 10, longestMs: 10_000 },
    async run(context) {
      await renew(context.stage, ['web-2', 'archive-1']);
      await applied(context.stage, ['apply', '--yes']);
      await untilFollowed(context.stage);
      await archiveIsWell(context);
    },
  },
  {
    name: 'moment',
    title: 'the database is put back to a moment, after one try that fails and two that are cut off',
    ...{ failedCallsPercent: 80, longestMs: 15_000 },
    losesData: true,
    async run({ stage, wait, check, note }) {
      const before = rows(await stage.sql(REQUESTS));
      await wait(2_000);
      const moment = (
        await stage.sql("select to_char(now() at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS')")
      ).trim();
      await wait(10_000);
      const later = rows(
        await stage.sql(`${REQUESTS} where created_at > timestamptz '${moment}+00' + interval '1 second'`),
      );
      const restore = ['restore', '--to', moment, '--yes'];
      await failsToRestore(stage, restore, check);
      // Where the older cluster is away, and where PostgreSQL is about to answer.
      for (const step of ['Keep the old cluster, and unpack the copy', 'Wait until it has read the log']) {
        const cut = await stage.operator.cut(restore, step);
        // A restore ends a playbook that only looks before the one that is cut.
        const last = cut.said.slice(cut.said.lastIndexOf(step));
        check(`a restore is cut off at the step ${step}`, cut.status !== 0 && !last.includes('RECAP'), last);
        const { said } = await stage.operator.production(['apply', '--yes']);
        check('an apply is refused after it', said.includes('a restore was cut off here'), said.slice(-300));
        // Else the next try would throw away what a call wrote.
        const rest = await stage.machine('backend-1').ssh('systemctl is-active corvane-rest || true');
        check('and no call is answered', rest.trim() === 'inactive', rest);
      }
      const startedAt = performance.now();
      await applied(stage, restore);
      note(`restored after ${seconds(performance.now() - startedAt)}`);
      const after = new Set(rows(await stage.sql(REQUESTS)));
      check(
        'what was there at the moment is there',
        before.every((id) => after.has(id)),
      );
      check('what came later is not', later.length > 0 && later.every((id) => !after.has(id)));
    },
  },
  {
    name: 'database-lost',
    title: 'the database machine is lost, and a new one gets what the archive has',
    ...{ failedCallsPercent: 95, longestMs: 30_000 },
    losesData: true,
    async run(context) {
      const { stage, check, note } = context;
      const archived = await untilArchived(stage);
      const startedAt = performance.now();
      await renew(stage, ['database-1']);
      const { status } = await stage.operator.production(['apply', '--yes']);
      check('an apply alone is refused: it would begin with an empty database', status !== 0);
      await applied(stage, ['restore', '--yes']);
      note(`restored after ${seconds(performance.now() - startedAt)}`);
      const after = new Set(rows(await stage.sql(REQUESTS)));
      const missing = archived.filter((id) => !after.has(id));
      check(`none of ${archived.length} archived contact requests is missing`, missing.length === 0);
      await archiveIsWell(context);
    },
  },
  {
    name: 'all-lost',
    title: 'database, backend and archive are lost, and a sealed backup is put back',
    ...{ failedCallsPercent: 95, longestMs: 30_000 },
    ...{ signsOut: true, losesData: true },
    async run(context) {
      const { stage, check, note } = context;
      await stage.machine('archive-1').ssh('systemctl start corvane-backup.service');
      const people = await stage.sql(PEOPLE);
      const backup = copyBackup(stage);
      const startedAt = performance.now();
      await renew(stage, ['database-1', 'backend-1', 'archive-1']);
      await applied(stage, ['restore', '--backup', backup, '--yes']);
      note(`restored after ${seconds(performance.now() - startedAt)}`);
      check('every person of the backup is there', (await stage.sql(PEOPLE)) === people);
      await archiveIsWell(context);
    },
  },
];

/** They are gone, and empty ones have their names and addresses. */
async function renew(stage: FaultContext['stage'], names: readonly string[]): Promise<void> {
  await Promise.all(names.map((name) => stage.machine(name).die()));
  await Promise.all(names.map((name) => stage.machine(name).replace()));
}

/** A copy that cannot be unpacked: the database is as it was, and answers again. */
async function failsToRestore(
  { operator, machine, sql }: FaultContext['stage'],
  restore: string[],
  check: FaultContext['check'],
): Promise<void> {
  const people = await sql(PEOPLE);
  const rename = (from: string, to: string) =>
    machine('archive-1').ssh(
      `cd /srv/archive/base && for copy in 20*; do mv $copy/${from} $copy/${to}; done`,
    );
  await rename('base.tar.gz', 'base.away');
  const { status, said } = await operator.production(restore);
  await rename('base.away', 'base.tar.gz');
  check(
    'a restore without its copy fails',
    status !== 0 && said.includes('The database is as it was'),
    said.slice(-500),
  );
  check('and the database is as it was', (await sql(PEOPLE)) === people);
  const states = await Promise.all([
    machine('backend-1').ssh('systemctl is-active corvane-rest || true'),
    machine('archive-1').ssh('systemctl is-active corvane-archive || true'),
    machine('database-1').ssh('ls -d /var/lib/corvane-restore || true'),
  ]);
  check('and calls and the archive go on', states.join('') === 'active\nactive\n', states.join(''));
}

const rows = (said: string) => said.split('\n').filter(Boolean);

/** Copies the sealed backups of the archive to the operator. @returns the folder of the newest */
export function copyBackup(stage: FaultContext['stage']): string {
  const kept = path.join(stage.folder, 'backups');
  mkdirSync(kept, { recursive: true });
  const options = sshOptions({ key: path.join(stage.folder, 'key'), folder: stage.folder });
  const { address } = stage.machine('archive-1');
  execFileSync('bash', [
    '-c',
    `ssh -n ${options} root@${address} tar -C /srv/backups -c . | tar -x -C ${kept}`,
  ]);
  const newest = readdirSync(kept)
    .filter((name) => name.startsWith('20'))
    .sort()
    .at(-1);
  if (newest === undefined) throw new UserError('The archive has no backup');
  return path.join(kept, newest);
}

/** @returns the contact requests whose rows the archive has, by its own word */
async function untilArchived(stage: FaultContext['stage']): Promise<string[]> {
  const ids = rows(await stage.sql(REQUESTS));
  const at = (await stage.sql('select pg_current_wal_lsn()')).trim();
  const asks = `select 1 / count(*) from pg_stat_replication where flush_lsn >= '${at}'`;
  await untilSaid(stage, 'database-1', `runuser -u postgres -- psql -X -At -d corvane -c "${asks}"`);
  return ids;
}

async function archiveIsWell({ stage }: FaultContext): Promise<void> {
  const follows =
    "select 1 / count(*) from pg_replication_slots where slot_name = 'corvane_archive' and active";
  await untilSaid(stage, 'database-1', `runuser -u postgres -- psql -X -At -d corvane -c "${follows}"`);
  await untilSaid(stage, 'archive-1', 'ls -d /srv/archive/base/20* /srv/backups/20*');
}
