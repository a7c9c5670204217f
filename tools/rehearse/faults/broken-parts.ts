import { X509Certificate } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:tls';
import { UserError } from '../../command/user-error.ts';
import { query } from '../machines/open-database.ts';
import { SITE_HOST } from '../machines/stage.ts';
import { FAULTS } from '../page/page-blocks.ts';
import type { Fault, FaultContext } from './fault.ts';

const BUCKET_AWAY_MS = 60_000;
const WEB_AWAY_MS = 6_000;
const ARCHIVE_TIMEOUT_MS = 30_000;

/** What breaks by itself, each with what the page says to do. */
export const BROKEN_PARTS: readonly Fault[] = [
  {
    name: 'web-machine',
    title: 'a web machine dies',
    async run({ stage, wait, pasteBelow, note }) {
      await stage.units('web-1').die();
      await wait(WEB_AWAY_MS);
      await pasteBelow(FAULTS, 'A web machine');
      note('web-1 was away for 6 s; its address refused connections');
    },
  },
  {
    name: 'database-restart',
    title: 'the database restarts',
    async run({ stage, note }) {
      const startedAt = performance.now();
      stage.cluster.control('restart');
      note(`the restart took ${seconds(performance.now() - startedAt)}`);
    },
  },
  {
    name: 'function',
    title: "a function's process dies",
    async run({ stage, wait, broken }) {
      const [port = ''] = stage.machine('backend').settings.get('FUNCTION_PORTS')?.split(' ') ?? [];
      const unit = `corvane-functions@${port}.service`;
      const pid = stage.units('backend').pid(unit);
      process.kill(-pid, 'SIGKILL');
      await wait(5_000);
      if (stage.units('backend').pid(unit) === pid) broken('the process did not start again');
    },
  },
  {
    name: 'bucket',
    title: 'the bucket is away for a minute',
    async run({ stage, wait, note, broken }) {
      stage.bucket.behave('answers 500');
      await wait(BUCKET_AWAY_MS);
      stage.bucket.behave('well');
      // The next turn of the timer.
      await stage
        .units('web-1')
        .control('start', ['corvane-follow.service'])
        .catch(() => undefined);
      const [, ...following] = await Promise.allSettled([
        stage.units('web-1').control('start', ['corvane-follow.service']),
        stage.units('web-1').control('start', ['corvane-follow.service']),
        stage.units('web-2').control('start', ['corvane-follow.service']),
      ]);
      if (following.some(({ status }) => status === 'rejected'))
        broken('a web machine does not follow again');
      note('both web machines follow again');
    },
  },
  {
    name: 'certificate',
    title: 'the certificate is replaced',
    async run({ stage, pasteBelow, note, broken, wait }) {
      const serials = () => Promise.all(stage.webAddresses.map((address) => servedSerial(stage, address)));
      const before = await serials();
      for (const machine of stage.machines.filter(({ role }) => role === 'web'))
        await stage.authority.issue(SITE_HOST, machine.settings.get('TLS') ?? '');
      await pasteBelow(FAULTS, 'The certificate');
      await wait(1_000);
      const after = await serials();
      if (after.some((serial, index) => serial === before[index]))
        broken('the old certificate is still served');
      note('both web machines serve the new one');
    },
  },
];

/** The last one: everything that was stored is gone. */
export const DATABASE_LOST: Fault = {
  name: 'database-lost',
  title: 'the database is lost and restored',
  async run(context) {
    const { stage, wait, pasteBelow, note, broken } = context;
    const archived = await untilArchived(context);
    stage.cluster.crash();
    rmSync(stage.cluster.data, { recursive: true });
    const startedAt = performance.now();
    await wait(500);
    await pasteBelow(FAULTS, 'The database is lost', { only: 0 });
    note(`restored in ${seconds(performance.now() - startedAt)}, calls answered again`);
    const [row] = await query<{ stored: number }>(
      stage,
      'select count(*)::int as stored from public.contact_submissions where id = any($1::uuid[])',
      [archived as never],
    );
    const missing = archived.length - (row?.stored ?? 0);
    note(`${archived.length} archived contact requests, ${missing} missing`);
    if (missing > 0) broken(`${missing} archived contact requests are lost`);
    await pasteBelow(FAULTS, 'The database is lost', { only: 1 });
  },
};

/** @returns the contact requests whose rows the archive has, by its own word */
async function untilArchived({ stage, wait }: FaultContext): Promise<string[]> {
  const rows = await query<{ id: string; at: string }>(
    stage,
    'select id, pg_current_wal_lsn()::text as at from public.contact_submissions',
  );
  const [{ at = '0/0' } = {}] = rows;
  const deadline = Date.now() + ARCHIVE_TIMEOUT_MS;
  for (;;) {
    if (Date.now() > deadline) throw new UserError('The archive does not follow the database');
    const [archive] = await query<{ has: boolean | null }>(
      stage,
      `select restart_lsn >= $1::pg_lsn as has from pg_catalog.pg_replication_slots where slot_name = 'corvane_archive'`,
      [at as never],
    );
    if (archive?.has) return rows.map(({ id }) => id);
    await wait(100);
  }
}

function servedSerial(stage: FaultContext['stage'], address: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const ca = readFileSync(stage.authority.file);
    const socket = connect({ host: address, port: stage.httpsPort, servername: SITE_HOST, ca }, () => {
      const { raw } = socket.getPeerCertificate();
      socket.destroy();
      resolve(new X509Certificate(raw).serialNumber);
    });
    socket.once('error', reject);
  });
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
