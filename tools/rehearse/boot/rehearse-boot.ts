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
import { Visitor } from '../visitors/visitor.ts';
import {
  type BootedMachine,
  bootMachine,
  debianFiles,
  MAIL_THERE,
  PROXY_THERE,
  refuseWithoutNspawn,
} from './booted-machine.ts';
import { startForwardProxy } from './forward-proxy.ts';
import { type Operator, openOperator } from './operator.ts';

const SITE_HOST = 'www.corvane.example';
/** From an empty machine to the site, with the first manager. */
const LIMIT_S = 600;
/** systemd's measure, from 0 to 10. */
const MAX_EXPOSURE = 2;

/** What stands for the parts that this machine cannot reach, said with every result. */
const NOT_SHOWN = [
  "PostgREST's own program: the local stack's API stands in for it",
  'the certificate is of an authority of its own, and the mail server delivers nothing',
  'the repository is a folder, and the kernel is the one of this machine',
];

/**
 * Sets up one machine that boots, with the commands of docs/production.md: from an empty Debian 13 to a first manager.
 * Then it applies again, cuts an apply off, and makes mistakes. `run rehearse:boot`. Exit code 1 when a promise is
 * broken.
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
  const proxy = await startForwardProxy();
  const mail = await startMailCatcher(path.join(folder, 'mail'), (user) => user === 'corvane');
  let machine: BootedMachine | undefined;
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
      forwards: { [PROXY_THERE]: proxy.port, [MAIL_THERE]: mail.port },
    });
    const operator = openOperator({ files: operatorFiles, folder, hosts: { [SITE_HOST]: machine.address } });
    writeInventory(path.join(folder, 'inventory.yml'), machine, folder, postgrest);

    say('from an empty machine to the site');
    const upAt = performance.now();
    const secrets = await operator.production(['secrets'], { SMTP_PASSWORD: 'x-of-the-mail-server-17' });
    check('secrets are made', secrets.status === 0, secrets.said.split('\n').at(-1));
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
    await visit(machine, readFileSync(authority.file, 'utf8'), operator, salesId, check);

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
    await makeMistakes(machine, operator, check);

    say('a secret is rotated');
    const rotated = await operator.production(['rotate', 'session-jwt-secret', '--yes']);
    check('rotating is one command', rotated.status === 0, recap(rotated.said));
    await visit(machine, readFileSync(authority.file, 'utf8'), operator, salesId, check);

    say('an apply is cut off');
    machine.ssh('rm -rf /srv/corvane/checkout/node_modules /etc/corvane/rest.conf');
    await operator.cut(['apply', '--yes'], 30_000);
    const afterCut = await operator.production(['apply', '--yes']);
    check('an apply goes on where one was cut off', afterCut.status === 0, recap(afterCut.said));
    const last = await operator.production(['apply', '--yes']);
    check('and the next one changes nothing', /changed=0 .*failed=0/.test(last.said), recap(last.said));
  } finally {
    await machine?.close();
    await mail.close();
    proxy.close();
    if (process.env.KEEP_REHEARSAL === undefined) rmSync(folder, { recursive: true, force: true });
  }
  for (const line of NOT_SHOWN) console.log(`Not shown: ${line}.`);
  for (const line of broken) console.log(`BROKEN: ${line}`);
  const result = broken.length === 0 ? 'Every promise was kept' : `${broken.length} promises were broken`;
  console.log(`${result}, in ${since()} s.`);
  if (broken.length > 0) process.exitCode = 1;
});

type Check = (promise: string, isKept: boolean, found?: string) => void;

const recap = (said: string) => /ok=\d+.*/.exec(said)?.[0].trim() ?? said.slice(-600);

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
  const proxy = `http://127.0.0.1:${PROXY_THERE}`;
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

/** Reads a page over TLS, and signs the manager in. */
async function visit(
  machine: BootedMachine,
  authority: string,
  operator: Operator,
  salesId: string,
  check: Check,
): Promise<void> {
  const visitor = new Visitor({
    ...{ origin: `https://${SITE_HOST}`, port: 443, addresses: [machine.address], ownAddress: machine.from },
    authority,
    onRepeat: () => undefined,
  });
  try {
    const page = await visitor.get('/');
    check(
      'the home page is served over https',
      page.status === 200 && page.body.includes('<title>'),
      String(page.status),
    );
    const apikey = (await operator.secrets()).publishable_key?.[0] ?? '';
    const signedIn = await visitor.post('/functions/v1/sign-in-rep', { salesId }, { apikey });
    check(
      'the first manager signs in',
      signedIn.status === 200 && signedIn.body.includes('"isManager":true'),
      `${signedIn.status}`,
    );
    const { sessionToken = '' } = JSON.parse(signedIn.body) as { sessionToken?: string };
    const headers = { apikey, authorization: `Bearer ${sessionToken}` };
    const prices = await visitor.post('/rest/v1/rpc/get_plan_prices', {}, headers);
    check(
      'and sees prices',
      prices.status === 200 && prices.body.includes('"monthlyCents":'),
      String(prices.status),
    );
  } finally {
    visitor.close();
  }
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

/** Each is refused in a line that says what is wrong. What is there stays as it is. */
async function makeMistakes(machine: BootedMachine, operator: Operator, check: Check): Promise<void> {
  const state = () =>
    machine.ssh('find /etc/corvane /srv/corvane/edge/nginx -type f -newer /run/corvane-mark');
  machine.ssh('touch /run/corvane-mark');
  const refused = async (name: string, variables: Record<string, unknown>, line: RegExp) => {
    const { status, said } = await operator.playbook(variables);
    check(
      `${name} is refused`,
      status !== 0 && line.test(said.replaceAll(/\s+/g, ' ')),
      line.test(said.replaceAll(/\s+/g, ' ')) ? '' : said.slice(-700),
    );
  };
  await refused(
    'a name that leads elsewhere',
    { public_addresses: ['203.0.113.9'] },
    /leads to 10\.99\.0\.2, and the web machine is 203\.0\.113\.9/,
  );
  await refused(
    'a full disk',
    { needed_gigabytes: 1e6, applied: '/var/lib/none' },
    /has \d+ MB left on its disk, and needs/,
  );
  machine.ssh('useradd -m mary && cp -r /root/.ssh /home/mary/ && chown -R mary /home/mary/.ssh');
  await refused(
    'a user without sudo',
    { ansible_user: 'mary' },
    /no root\. Connect as root, or let mary use sudo/,
  );
  machine.ssh('ln -s ada@laptop /run/corvane-apply');
  await refused('a second operator at once', {}, /ada@laptop applies to corvane now, or was cut off/);
  machine.ssh('rm /run/corvane-apply');
  machine.ssh(
    'cp -L /etc/os-release /root/os-release && rm /etc/os-release && sed "s/13/12/g; s/trixie/bookworm/" /root/os-release > /etc/os-release',
  );
  machine.ssh('cp -p /etc/debian_version /root/ && echo 12.11 > /etc/debian_version');
  await refused('a Debian 12', {}, /has Debian 12\S*\. Corvane is set up on Debian 13/);
  machine.ssh('cp /root/os-release /etc/os-release && cp /root/debian_version /etc/debian_version');
  check('no mistake changed anything', state() === '', state());
}
