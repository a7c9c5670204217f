import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readArguments } from '../../command/read-arguments.ts';
import { runCommand } from '../../command/run-command.ts';
import { UserError } from '../../command/user-error.ts';
import { git } from '../../process/git.ts';
import { startMailCatcher } from '../../stack/backend/mail/mail-catcher.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { makeAuthority } from '../stand-ins/certificate-authority.ts';
import { startForwardProxy } from '../stand-ins/forward-proxy.ts';
import {
  type BootedMachine,
  bootMachine,
  debianFiles,
  MAIL_THERE,
  PROXY_PORT,
  refuseWithoutNspawn,
} from './booted-machine.ts';
import { type Check, makeMistakes, recap, refuseMachines } from './mistakes.ts';
import { openOperator } from './operator.ts';
import { openPage, type Person } from './person.ts';

const SITE_HOST = 'www.corvane.example';
/** From an empty machine to the site, with the first manager. */
const LIMIT_S = 600;
/** systemd's measure, from 0 to 10. */
const MAX_EXPOSURE = 2;

/** Each with its options. */
const ROTATED = [
  ...['session-jwt-secret', 'session-jwt-secret --forget', 'edge-secret', 'secret-key', 'publishable-key'],
  'database-api-password',
];
/** PostgREST signs in with it: the page says that calls may fail until the apply has ended. */
const FAILING = ['database-api-password'];

/** In the middle of a long step, and after files were written that no unit runs with yet. */
const CUT_AT = ['base : Install its packages', 'backend : Run PostgREST'];
/** What a killed operator's apt does: it holds dpkg's lock for a while. */
const GOES_ON =
  "python3 -c \"import fcntl, time; f = open('/var/lib/dpkg/lock-frontend', 'w'); fcntl.lockf(f, fcntl.LOCK_EX); print(1, flush=True); time.sleep(20)\" > /run/goes-on 2>&1 & while [ ! -s /run/goes-on ]; do :; done; rm /run/goes-on";

/** What stands for the parts that this machine cannot reach, said with every result. */
const NOT_SHOWN = [
  "PostgREST's own program: the local stack's API stands in for it",
  'the certificate is of an authority of its own, and the mail server delivers nothing',
  'the repository is a folder, and the kernel is the one of this machine',
];

/**
 * Sets up one machine that boots, with the commands of docs/production.md: from an empty Debian 13 to a first manager.
 * It makes mistakes before and after that, and applies again. A person stays signed in while it rotates secrets. At last it
 * cuts applies off. `run rehearse:boot`. Exit code 1 when a promise is broken.
 */
runCommand(async () => {
  readArguments({ options: {} });
  refuseWithoutNspawn();
  const startedAt = performance.now();
  const since = () => Math.round((performance.now() - startedAt) / 1000);
  const say = (line: string) => console.log(`${String(since()).padStart(4)} s  ${line}`);
  const broken: string[] = [];
  const check = (promise: string, isKept: boolean, found = '') => {
    say(`${isKept ? 'kept' : 'BROKEN'}: ${promise}${found === '' ? '' : ` (${found})`}`);
    if (!isKept) broken.push(promise);
  };
  const kept = path.join(WORKSPACE_ROOT, '.cache/rehearsal');
  say('Debian 13, which is fetched once');
  const machineFiles = debianFiles(path.join(kept, 'machine'), [
    ...['systemd', 'systemd-sysv', 'dbus', 'iproute2', 'openssh-server', 'ca-certificates'],
  ]);
  const operatorFiles = debianFiles(path.join(kept, 'operator'), [
    'ansible-core',
    'ansible-lint',
    'git',
    'openssh-client',
  ]);
  const folder = mkdtempSync(path.join(tmpdir(), 'corvane-boot-'));
  const mail = await startMailCatcher(path.join(folder, 'mail'), (user) => user === 'corvane');
  let machine: BootedMachine | undefined;
  let proxy: { close(): void } | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void (machine?.close() ?? Promise.resolve()).finally(() => process.exit(130)));
  try {
    const key = path.join(folder, 'key');
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
    const shared = path.join(folder, 'shared');
    const postgrest = await putShared(shared);
    const authority = await makeAuthority(path.join(folder, 'authority'));
    await authority.issue(SITE_HOST, path.join(folder, 'certificate'));
    machine = await bootMachine({
      files: machineFiles,
      folder,
      key,
      shared,
      forwards: { [MAIL_THERE]: mail.port },
    });
    proxy = await startForwardProxy({ host: machine.from, port: PROXY_PORT });
    const operator = openOperator({ files: operatorFiles, folder, hosts: { [SITE_HOST]: machine.address } });
    writeInventory(path.join(folder, 'inventory.yml'), machine, folder, postgrest);

    const secrets = await operator.production(['secrets'], { SMTP_PASSWORD: 'x-of-the-mail-server-17' });
    check('secrets are made', secrets.status === 0, secrets.said.split('\n').at(-1));
    say('machines that are refused');
    await refuseMachines({ machine, operator, check, folder });

    say('from an empty machine to the site');
    const upAt = performance.now();
    const first = await operator.production(['apply', '--yes']);
    const tookS = Math.round((performance.now() - upAt) / 1000);
    check(
      'one apply brings the site up',
      first.status === 0,
      first.status === 0 ? '' : first.said.slice(-2000),
    );
    if (first.status !== 0) throw new UserError('The site is not up');
    check(`it takes ${LIMIT_S / 60} minutes at most`, tookS <= LIMIT_S, `${tookS} s`);
    const [salesId = ''] = /\bSR(?:-\w{4}){3}\b/.exec(first.said) ?? [];
    const page = async () => ({
      ...{ host: SITE_HOST, address: machine?.address ?? '', from: machine?.from ?? '' },
      authority: readFileSync(authority.file, 'utf8'),
      publishableKey: (await operator.secrets()).publishable_key?.[0] ?? '',
    });
    const person = await visit(await page(), salesId, check);

    const again = await operator.production(['apply', '--yes']);
    check('a second apply changes nothing', /changed=0 .*failed=0/.test(again.said), recap(again.said));
    const { most, unit } = exposure(machine);
    check(`no unit is exposed more than ${MAX_EXPOSURE}`, most <= MAX_EXPOSURE, `at most ${most}, ${unit}`);

    say('the playbook, as ansible-lint sees it');
    const lint = await operator.run([
      'ansible-lint',
      '--offline',
      '--nocolor',
      '-q',
      'site.yml',
      'release.yml',
    ]);
    check(
      'the playbook has no mistake that ansible-lint sees',
      lint.status === 0,
      lint.status === 0 ? '' : lint.said,
    );

    say('mistakes');
    await makeMistakes({ machine, operator, check, folder });

    say('secrets are rotated while a person is signed in');
    for (const rotation of ROTATED) {
      const rotating = operator.production(['rotate', ...rotation.split(' '), '--yes']);
      const { asked, failed, isSignedOut, longestMs } = await person.during(rotating);
      const { status, said } = await rotating;
      check(`${rotation} is rotated by one command`, status === 0, recap(said));
      const met = `${failed} of ${asked} calls failed, the longest took ${longestMs} ms`;
      check('and the person stays signed in', !isSignedOut, met);
      if (!FAILING.includes(rotation)) check('and no call fails', failed === 0, met);
    }
    person.leave();
    (await visit(await page(), salesId, check)).leave();

    for (const step of CUT_AT) {
      say(`an apply is cut off at the step ${step}`);
      machine.ssh(
        'rm -rf /srv/corvane/checkout/node_modules /etc/corvane/rest.conf /srv/corvane/edge/nginx.conf',
      );
      const cut = await operator.cut(['apply', '--yes'], step);
      check('it is cut off there', cut.status !== 0 && !cut.said.includes('RECAP'), cut.said.slice(-200));
      machine.ssh(GOES_ON);
      const goneOn = await operator.production(['apply', '--yes']);
      check('and the next apply goes on at once', goneOn.status === 0, recap(goneOn.said));
    }
    const last = await operator.production(['apply', '--yes']);
    check('the one after it changes nothing', /changed=0 .*failed=0/.test(last.said), recap(last.said));
  } finally {
    await machine?.close();
    await mail.close();
    proxy?.close();
    if (process.env.KEEP_REHEARSAL === undefined) rmSync(folder, { recursive: true, force: true });
  }
  for (const line of NOT_SHOWN) console.log(`Not shown: ${line}.`);
  for (const line of broken) console.log(`BROKEN: ${line}`);
  const result = broken.length === 0 ? 'Every promise was kept' : `${broken.length} promises were broken`;
  console.log(`${result}, in ${since()} s.`);
  if (broken.length > 0) process.exitCode = 1;
});

/** What the machine fetches elsewhere in production: the repository, and PostgREST. @returns the line of PostgREST */
async function putShared(shared: string): Promise<string> {
  mkdirSync(path.join(shared, 'program'), { recursive: true });
  await git(
    WORKSPACE_ROOT,
    'clone',
    '-q',
    '--bare',
    '--no-local',
    WORKSPACE_ROOT,
    path.join(shared, 'corvane.git'),
  );
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

/** The example of the repository, with the values of this rehearsal. */
function writeInventory(file: string, machine: BootedMachine, folder: string, postgrest: string): void {
  const example = readFileSync(path.join(WORKSPACE_ROOT, 'production/inventory.example.yml'), 'utf8');
  const proxy = `http://${machine.from}:${PROXY_PORT}`;
  const given: [RegExp, string][] = [
    [/ansible_host: .*/, `ansible_host: ${machine.address}`],
    [/repository: .*/, 'repository: /srv/rehearsal/corvane.git'],
    [/certificate: .*/, `certificate: ${folder}/certificate/fullchain.pem`],
    [/certificate_key: .*/, `certificate_key: ${folder}/certificate/privkey.pem`],
    [/smtp_host: .*/, 'smtp_host: 127.0.0.1'],
    [/smtp_port: .*/, `smtp_port: ${MAIL_THERE}`],
  ];
  const text = given.reduce((one, [from, to]) => {
    if (!from.test(one)) throw new Error(`inventory.example.yml has no ${from.source}`);
    return one.replace(from, to);
  }, example);
  writeFileSync(
    file,
    `${text}    ansible_ssh_common_args: ${machine.sshOptions}
    postgrest: ${postgrest}
    fetching:
      http_proxy: ${proxy}
      https_proxy: ${proxy}
      no_proxy: 127.0.0.1,localhost
      NODE_EXTRA_CA_CERTS: /etc/ssl/certs/ca-certificates.crt
      DENO_TLS_CA_STORE: system
`,
  );
}

/** Reads a page over TLS, and signs the manager in. @returns the open page */
async function visit(
  options: Parameters<typeof openPage>[0],
  salesId: string,
  check: Check,
): Promise<Person> {
  const person = openPage(options);
  const page = await person.home();
  check(
    'the home page is served over https',
    page.status === 200 && page.body.includes('<title>'),
    String(page.status),
  );
  const signedIn = await person.signIn(salesId);
  check(
    'the first manager signs in',
    signedIn.status === 200 && signedIn.body.includes('"isManager":true'),
    `${signedIn.status}`,
  );
  const prices = await person.prices();
  check(
    'and sees prices',
    prices.status === 200 && prices.body.includes('"monthlyCents":'),
    String(prices.status),
  );
  return person;
}

/** The most exposed unit of the machine, as systemd measures it. */
function exposure(machine: BootedMachine): { most: number; unit: string } {
  const table = machine.ssh('systemd-analyze security --no-pager');
  const found = [...table.matchAll(/(corvane-\S+) +([\d.]+) /g)].map(([, unit = '', figure]) => ({
    most: Number(figure),
    unit,
  }));
  return found.reduce((one, other) => (other.most > one.most ? other : one), { most: 0, unit: 'none' });
}
