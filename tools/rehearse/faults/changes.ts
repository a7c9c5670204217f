import { X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { connect } from 'node:tls';
import { UserError } from '../../command/user-error.ts';
import { git } from '../../process/git.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { newCredential } from '../stage.ts';
import { SITE_HOST } from '../visitors/visitor.ts';
import { untilFollowed } from './broken-parts.ts';
import { type Fault, type FaultContext, onBackend, SALES_ID } from './fault.ts';

/** An operator brings a newer commit. */
export const UPDATE: Fault = {
  name: 'update',
  title: 'backend, units and nginx are updated with a migration, and the certificate is replaced',
  // The processes of the functions start again one after the other, and a reload of nginx ends idle connections. An
  // installation takes the processors meanwhile.
  ...{ failedCallsPercent: 5, longestMs: 10_000 },
  async run({ stage, check }) {
    const serials = () => Promise.all(['web-1', 'web-2'].map((name) => servedSerial(stage, name)));
    const before = await serials();
    await stage.authority.issue(SITE_HOST, path.join(stage.folder, 'certificate'));
    const commit = await newCommit(stage);
    stage.setValue('corvane_commit', commit);
    await applied(stage, ['apply', '--yes']);
    const after = await serials();
    check(
      'both web machines serve the new certificate',
      after.every((serial, at) => serial !== before[at]),
    );
    const heads = await Promise.all(
      stage.machines.map((machine) => machine.ssh('git -C /srv/corvane/checkout rev-parse HEAD')),
    );
    check(
      'every machine has the new commit',
      heads.every((head) => head.trim() === commit),
    );
    const added = await stage.sql('select count(rehearsed) from contact_submissions');
    check('the database has its migration', added.trim() === '0', added);
  },
};

/** An operator gives secrets their next values. */
export const ROTATIONS: readonly Fault[] = [
  {
    name: 'rotations',
    title: 'secrets are rotated while people are signed in, and the host is released with the new key',
    // Until an apply has ended, all visitors share one limit, and PostgREST may have the old password. A build takes the
    // processors.
    ...{ failedCallsPercent: 45, longestMs: 10_000 },
    async run({ stage, load, people, check, note }) {
      const { mailPasswords, bucket, brought } = stage;
      const older = [...mailPasswords];
      const SMTP_PASSWORD = 'y-of-the-mail-server-18';
      mailPasswords.add(SMTP_PASSWORD);
      const roles = ['BUCKET_RELEASE', 'BUCKET_WEB', 'BUCKET_JOBS'];
      const credentials = Object.fromEntries(roles.map((role) => [role, newCredential(bucket)]));
      // The key takes the place of the secret.
      await applied(
        stage,
        [
          'rotate',
          ...WITH_ONE_VALUE,
          ...words(roles),
          ...KEPT_BESIDE,
          'session-jwt-key',
          'backup-key',
          '--yes',
        ],
        { SMTP_PASSWORD, ...credentials },
      );
      await load.renewTokens();
      for (const password of older) mailPasswords.delete(password);
      for (const role of roles) {
        const [accessKeyId = '', secretAccessKey = ''] = (brought[role] ?? '').split(':');
        bucket.revokeCredential({ accessKeyId, secretAccessKey });
      }
      Object.assign(brought, credentials);
      const sent = stage.mail.list().length;
      await applied(stage, ['release', 'host']);
      await untilFollowed(stage);
      await stage.machine('backend-1').ssh('systemctl start corvane-prune.service');
      people.publishableKey = (await stage.operator.secrets()).publishable_key?.[0] ?? '';
      await load.reloadTabs();
      await applied(stage, ['rotate', ...KEPT_BESIDE, '--forget', '--yes']);
      const mails = stage.mail.list().length - sent;
      check('mails leave with the new password alone', mails > 0);
      note(`${mails} mails with the new password alone`);
    },
  },
  {
    name: 'pepper',
    title: 'the pepper of sales IDs is rotated, and the manager gets a new one',
    ...{ failedCallsPercent: 10, longestMs: 10_000 },
    signsOut: true,
    async run({ stage, people, load, check }) {
      await applied(stage, ['rotate', 'sales-id-pepper', '--yes']);
      check('people stay signed in until their new sales ID is made', load.seen.signedOut === 0);
      const said = await onBackend(stage, 'rep rotate-id --yes --email mary@corvane.example');
      const [salesId] = SALES_ID.exec(said) ?? [];
      if (salesId === undefined) throw new UserError(`No sales ID was printed: ${said}`);
      people.salesId = salesId;
    },
  },
];

const WITH_ONE_VALUE = [
  ...['edge-secret', 'database-owner-password', 'database-api-password'],
  ...['database-archive-password', 'database-backup-password', 'smtp-password'],
];
/** Older values of these are taken until they are forgotten. */
const KEPT_BESIDE = ['session-jwt-secret', 'secret-key', 'publishable-key'];

const words = (variables: readonly string[]) =>
  variables.map((variable) => variable.toLowerCase().replaceAll('_', '-'));

/** Runs `production`. @throws UserError with what it said when it fails */
export async function applied(
  { operator }: FaultContext['stage'],
  args: string[],
  env?: Record<string, string>,
): Promise<void> {
  const { status, said } = await operator.production(args, env);
  if (status !== 0) throw new UserError(`production ${args[0]} failed: ${said.slice(-1500)}`);
}

/** Another commit with a migration more, in the repository that the machines clone. @returns its hash */
async function newCommit({ folder }: FaultContext['stage']): Promise<string> {
  const [bare, files] = [path.join(folder, 'shared/corvane.git'), path.join(folder, 'update')];
  const head = await git(WORKSPACE_ROOT, 'rev-parse', 'HEAD');
  await git(bare, 'worktree', 'add', '-q', '-b', 'update', files, head);
  writeFileSync(
    path.join(files, 'supabase/migrations/29990101000000_rehearsed.sql'),
    'alter table public.contact_submissions add column rehearsed text;\n',
  );
  await git(files, 'add', '.');
  const who = ['-c', 'user.name=Rehearsal', '-c', 'user.email=rehearsal@corvane.example'];
  await git(files, ...who, 'commit', '-q', '--no-verify', '-m', 'rehearse: update');
  return git(files, 'rev-parse', 'HEAD');
}

function servedSerial(stage: FaultContext['stage'], name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const host = stage.machine(name).address;
    const ca = readFileSync(stage.authority.file);
    const socket = connect({ host, port: 443, servername: SITE_HOST, ca }, () => {
      const { raw } = socket.getPeerCertificate();
      socket.destroy();
      resolve(new X509Certificate(raw).serialNumber);
    });
    socket.once('error', reject);
  });
}
