import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BucketServer, startBucketServer } from '../../release/store/bucket/bucket-for-tests.ts';
import { git } from '../process/git.ts';
import { type MailCatcher, startMailCatcher } from '../stack/backend/mail/mail-catcher.ts';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';
import {
  type BootedMachine,
  BUCKET_THERE,
  bootMachine,
  debianFiles,
  HERE,
  layBridge,
  MAIL_THERE,
  machineAddress,
  PROXY_PORT,
  preparedFiles,
  sshOptions,
} from './booted-machine.ts';
import { type Operator, openOperator } from './operator.ts';
import { type CertificateAuthority, makeAuthority } from './stand-ins/certificate-authority.ts';
import { startForwardProxy } from './stand-ins/forward-proxy.ts';
import { SITE_HOST } from './visitors/visitor.ts';

const KEPT = path.join(WORKSPACE_ROOT, '.cache/rehearsal');

/** Machines that run, an operator who reaches them, and what both find around them. */
export interface Stage {
  folder: string;
  siteUrl: string;
  machines: readonly BootedMachine[];
  machine(name: string): BootedMachine;
  operator: Operator;
  authority: CertificateAuthority;
  bucket: BucketServer;
  /** What the operator knows of the bucket and of the mail server. */
  brought: Record<string, string>;
  /** Passwords that the mail server takes. */
  mailPasswords: Set<string>;
  mail: MailCatcher;
  /** What a statement answers, a row per line. Of several machines. */
  sql(statement: string): Promise<string>;
  /** Sets a value of the inventory. */
  setValue(name: string, value: string): void;
  close(): Promise<void>;
}

/**
 * @param example a file of `production/`
 * @param webNames of the machines that the site's name leads to
 * @param already packages that the machines have, with the checkout. Without them they are empty.
 */
export async function setStage(
  example: string,
  names: readonly string[],
  webNames: readonly string[],
  already: readonly string[] = [],
): Promise<Stage> {
  const emptyFiles = debianFiles(path.join(KEPT, 'machine'), [
    ...['systemd', 'systemd-sysv', 'dbus', 'iproute2', 'openssh-server', 'ca-certificates'],
  ]);
  const machineFiles =
    already.length === 0 ? emptyFiles : await preparedFiles(path.join(KEPT, 'prepared'), emptyFiles, already);
  const operatorFiles = debianFiles(path.join(KEPT, 'operator'), [
    ...['ansible-core', 'ansible-lint', 'git', 'openssh-client', 'postgresql-17'],
  ]);
  const folder = mkdtempSync(path.join(tmpdir(), 'corvane-boot-'));
  const closing: (() => unknown)[] = [];
  const machines: BootedMachine[] = [];
  const close = async () => {
    await Promise.all(machines.map((machine) => machine.close()));
    for (const one of closing.reverse()) await one();
    if (process.env.KEEP_REHEARSAL === undefined) rmSync(folder, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void close().finally(() => process.exit(130)));
  try {
    const mailPasswords = new Set(['x-of-the-mail-server-17']);
    const mail = await startMailCatcher(
      path.join(folder, 'mail'),
      (user, password) => user === 'corvane' && mailPasswords.has(password),
    );
    closing.push(() => mail.close());
    const bucket = await startBucketServer();
    closing.push(() => bucket.close());
    const key = path.join(folder, 'key');
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
    const shared = path.join(folder, 'shared');
    const postgrest = await putShared(shared);
    const authority = await makeAuthority(path.join(folder, 'authority'));
    await authority.issue(SITE_HOST, path.join(folder, 'certificate'));
    closing.push(layBridge());
    const proxy = await startForwardProxy({ host: HERE, port: PROXY_PORT });
    closing.push(() => proxy.close());
    const addresses = names.map((_name, number) => machineAddress(number));
    const hosts = names.flatMap((name, number) =>
      webNames.includes(name) ? [`${addresses[number]} ${SITE_HOST}`] : [],
    );
    const shares = { files: machineFiles, folder, key, shared, hosts, authority: authority.file };
    const forwards = { [MAIL_THERE]: mail.port, [BUCKET_THERE]: Number(new URL(bucket.endpoint).port) };
    for (const [number, name] of names.entries())
      machines.push(await bootMachine({ ...shares, forwards, name, address: addresses[number] ?? '' }));
    const inventory = path.join(folder, 'inventory.yml');
    // Of now: a commit that is made meanwhile is not in the repository that the machines clone.
    const commit = (await git(WORKSPACE_ROOT, 'rev-parse', 'HEAD')).trim();
    writeFileSync(inventory, inventoryOf(example, { folder, key, postgrest, commit, addresses }));
    const find = (name: string) => {
      const found = machines.find((machine) => machine.name === name);
      if (found === undefined) throw new Error(`There is no machine ${name}`);
      return found;
    };
    return {
      ...{ folder, siteUrl: `https://${SITE_HOST}`, machines, authority, bucket, mail, mailPasswords, close },
      machine: find,
      sql: (statement) =>
        find('database-1').ssh(
          `runuser -u postgres -- psql -X -At -d corvane -c '${statement.replaceAll("'", "'\\''")}'`,
        ),
      operator: openOperator({ files: operatorFiles, folder, hosts }),
      brought: {
        SMTP_PASSWORD: [...mailPasswords][0] ?? '',
        ...Object.fromEntries(
          ['RELEASE', 'WEB', 'JOBS'].map((role) => [`BUCKET_${role}`, newCredential(bucket)]),
        ),
      },
      setValue(name, value) {
        const before = readFileSync(inventory, 'utf8').replace(new RegExp(`^    ${name}: .*\\n`, 'm'), '');
        writeFileSync(inventory, `${before}    ${name}: ${value}\n`);
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** As the operator brings it. */
export function newCredential(bucket: BucketServer): string {
  const { accessKeyId, secretAccessKey } = bucket.addCredential();
  return `${accessKeyId}:${secretAccessKey}`;
}

/** What the machines fetch elsewhere in production: the repository, and PostgREST. @returns the line of PostgREST */
async function putShared(shared: string): Promise<string> {
  mkdirSync(path.join(shared, 'program'), { recursive: true });
  const bare = path.join(shared, 'corvane.git');
  await git(WORKSPACE_ROOT, 'clone', '-q', '--bare', '--no-local', WORKSPACE_ROOT, bare);
  writeFileSync(
    path.join(shared, 'program/postgrest'),
    '#!/bin/sh\ncd /srv/corvane/checkout && exec node_modules/.bin/node tools/rehearse/stand-ins/rest-stand-in.ts "$@"\n',
    { mode: 0o755 },
  );
  const archive = path.join(shared, 'postgrest.tar.xz');
  execFileSync('tar', ['-cJf', archive, '-C', path.join(shared, 'program'), 'postgrest']);
  const sum = createHash('sha256').update(readFileSync(archive)).digest('hex');
  return `[postgrest, 12.2.3, ${sum}, 0, "file:///srv/rehearsal/postgrest.tar.xz"]`;
}

/** An example of the repository, with the values of this rehearsal. */
function inventoryOf(
  example: string,
  options: { folder: string; key: string; postgrest: string; commit: string; addresses: readonly string[] },
): string {
  const { folder, postgrest, commit, addresses } = options;
  const proxy = `http://${HERE}:${PROXY_PORT}`;
  const given: [RegExp, string][] = [
    [/repository: .*/, 'repository: /srv/rehearsal/corvane.git'],
    [/certificate: .*/, `certificate: ${folder}/certificate/fullchain.pem`],
    [/certificate_key: .*/, `certificate_key: ${folder}/certificate/privkey.pem`],
    [/smtp_host: .*/, 'smtp_host: 127.0.0.1'],
    [/smtp_port: .*/, `smtp_port: ${MAIL_THERE}`],
  ];
  const text = given.reduce(
    (one, [from, to]) => {
      if (!from.test(one)) throw new Error(`${example} has no ${from.source}`);
      return one.replace(from, to);
    },
    readFileSync(path.join(WORKSPACE_ROOT, 'production', example), 'utf8'),
  );
  let [host, inside] = [0, 0];
  return `${text
    .replaceAll(/ansible_host: [\d.]+/g, () => `ansible_host: ${addresses[host++]}`)
    .replaceAll(/private_address: [\d.]+/g, () => `private_address: ${addresses[inside++]}`)
    .replace(/release_destination: .*/, 'release_destination: s3://site/production')
    .replace(/s3_endpoint: .*/, `s3_endpoint: http://127.0.0.1:${BUCKET_THERE}`)}    corvane_commit: ${commit}
    ansible_ssh_common_args: ${sshOptions(options)}
    postgrest: ${postgrest}
    fetching:
      http_proxy: ${proxy}
      https_proxy: ${proxy}
      no_proxy: 127.0.0.1,localhost
      NODE_EXTRA_CA_CERTS: /etc/ssl/certs/ca-certificates.crt
      DENO_TLS_CA_STORE: system
`;
}
