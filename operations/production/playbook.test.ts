// @module-tag deep
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describeNeeding } from '@corvane/tools/machine/describe-needing';
import { WORKSPACE_ROOT } from '@corvane/tools/workspace/workspace-root';
import { expect, test } from 'vitest';

const FOLDER = path.join(WORKSPACE_ROOT, 'production');
const GROUPS = ['database', 'backend', 'web', 'archive', 'jobs'];
const STRONG = 'f3a91c7d5e0b248692d7c1e4a6053b8f7d2e9c41b6a8f0357e1d4c2b9a6f8035';

/** Everything that the example asks for. No machine is reached with it. */
const VALUES = {
  site_host: 'localhost',
  public_addresses: ['127.0.0.1'],
  repository: 'https://git.corvane.example/corvane.git',
  certificate: '/none/fullchain.pem',
  certificate_key: '/none/privkey.pem',
  ...{ smtp_host: 'smtp.corvane.example', smtp_port: 587, smtp_user: 'corvane' },
  ...{ manager_name: 'Mary Jackson', manager_email: 'mary@corvane.example' },
  secrets: { edge_secret: [STRONG], smtp_password: ['x'] },
};

/** Two machines: the second one is a web machine alone. */
const EACH_ON_ONE = Object.fromEntries(
  ['database', 'backend', 'archive', 'jobs'].map((name) => [name, ['one']]),
);
const BUCKET = {
  ...{ release_destination: 's3://site/production', s3_endpoint: 'https://s3.example', aws_region: 'x' },
  secrets: { ...VALUES.secrets, bucket_release: ['a:b'], bucket_web: ['a:b'], bucket_jobs: ['a:b'] },
};

const HOSTED = { database: [], backend: [], archive: [] };

/** What a machine says about itself. */
interface Machine {
  user?: string;
  system?: string;
  title?: string;
  free_megabytes?: number;
  /** Copies of a database in its archive. */
  copies?: number;
  is_cut?: boolean;
  /** The one of its checkout, which does not come before the operator's. */
  commit?: string;
}

/** A program in place of `ssh` that answers as an empty machine does, and notes what it is asked. */
function putMachine(file: string, asked: string, { user = '0', ...others }: Machine): void {
  const found = {
    ...{ system: 'debian 13 x86_64', title: 'Debian GNU/Linux 13 (trixie) on x86_64', is_set_up: false },
    ...{ copies: 0, is_cut: false, free_megabytes: 9000, commit: "''" },
    ...others,
  };
  const lines = Object.entries(found).map(([name, value]) => `'${`${name}: ${value}`.replaceAll("'", '"')}'`);
  const answers = [
    `*id\\ -u*) echo ${user};;`,
    // It has no Python either.
    '*test\\ -x*) exit 1;;',
    '*merge-base*) exit 1;;',
    `*os-release*) printf '%s\\n' ${lines.join(' ')};;`,
  ];
  writeFileSync(
    file,
    `#!/bin/sh\nfor last; do :; done\nprintf '%s\\n' "$last" >> ${asked}\ncase "$last" in\n${answers.join('\n')}\nesac\n`,
    { mode: 0o755 },
  );
}

/** Runs the playbook's first checks. Without a machine, nothing answers at the port. */
function look(given: {
  values?: Record<string, unknown>;
  hosts?: string[];
  /** Who is in the group, when not all hosts are. */
  groups?: Record<string, string[]>;
  machine?: Machine;
  options?: string[];
}): { status: number | null; said: string; asked: string } {
  const { values = {}, hosts = ['corvane'], groups = {}, machine, options = [] } = given;
  const folder = mkdtempSync(path.join(tmpdir(), 'corvane-inventory-'));
  const [program, asked] = [path.join(folder, 'ssh'), path.join(folder, 'asked')];
  writeFileSync(asked, '');
  if (machine) putMachine(program, asked, machine);
  const among = (names: string[]) => Object.fromEntries(names.map((name) => [name, {}]));
  const inventory = {
    all: {
      hosts: Object.fromEntries(
        hosts.map((name) => [
          name,
          {
            ...{ ansible_host: '127.0.0.1', ansible_port: 1, ansible_connection: 'ssh' },
            ...(machine ? { ansible_ssh_executable: program } : {}),
          },
        ]),
      ),
      children: Object.fromEntries(GROUPS.map((name) => [name, { hosts: among(groups[name] ?? hosts) }])),
      vars: { ...VALUES, ...values },
    },
  };
  const file = path.join(folder, 'inventory.json');
  writeFileSync(file, JSON.stringify(inventory));
  const { status, stdout, stderr } = spawnSync('ansible-playbook', ['-i', file, ...options, 'site.yml'], {
    cwd: FOLDER,
    encoding: 'utf8',
    env: { ...process.env, HOME: folder, ANSIBLE_NOCOLOR: '1', ANSIBLE_LOCALHOST_WARNING: '0' },
  });
  return {
    status,
    said: `${stdout}${stderr}`.replaceAll(/\s+/g, ' '),
    asked: readFileSync(asked, 'utf8'),
  };
}

describeNeeding('ansible', 'the playbook', () => {
  test.each(['', 'several.', 'hosted.'].map((name) => `inventory.${name}example.yml`))(
    'the playbooks are ones that Ansible reads, with %s',
    (inventory) => {
      const playbooks = ['site.yml', 'release.yml', 'command.yml', 'restore.yml', 'restore-backup.yml'];
      const args = ['-i', inventory, ...playbooks, '--syntax-check'];
      const { status, stderr } = spawnSync('ansible-playbook', args, { cwd: FOLDER, encoding: 'utf8' });
      expect({ status, stderr }).toMatchObject({ status: 0 });
    },
  );

  test.each<[string, Parameters<typeof look>[0], RegExp]>([
    [
      'two databases',
      { hosts: ['one', 'two'] },
      /The inventory has 2 hosts in the group "database" \(one, two\)\. Leave one/,
    ],
    ['no database', { groups: { database: [] } }, /The inventory has 0 hosts in the group "database"/],
    [
      'two web machines and no bucket',
      { hosts: ['one', 'two'], groups: EACH_ON_ONE },
      /Without a bucket, .* the inventory has one, two\. Set release_destination to s3:/,
    ],
    [
      'no web machine',
      { groups: { web: [] }, values: BUCKET },
      /The inventory has no host in the group "web"/,
    ],
    [
      'several machines without a private network',
      { hosts: ['one', 'two'], groups: EACH_ON_ONE, values: BUCKET },
      /does not say the private_address of one/,
    ],
    [
      'a bucket without an address',
      { values: { release_destination: 's3://site/production' } },
      /does not say s3_endpoint or aws_region/,
    ],
    [
      'a bucket without a credential',
      { values: { ...BUCKET, secrets: { ...VALUES.secrets, bucket_web: ['x'] } } },
      /The secret bucket_web is not <key id>:<secret key>\. .*rotate bucket_web/,
    ],
    [
      'a value that is missing',
      { values: { manager_email: '' } },
      /The inventory does not say manager_email/,
    ],
    [
      'a secret of three letters',
      { values: { secrets: { edge_secret: ['abc'] } } },
      /The secret edge_secret has 3 letters, and needs 32/,
    ],
    [
      'a name that leads elsewhere',
      { values: { public_addresses: ['203.0.113.10'] } },
      /localhost leads to 127\.0\.0\.1, and the web machine is 203\.0\.113\.10/,
    ],
    [
      'a name that leads nowhere',
      { values: { site_host: 'none.invalid' } },
      /none\.invalid leads to no address/,
    ],
    ['a machine that does not answer', {}, /corvane: it does not answer|Connection refused/],
    [
      'a user without sudo',
      { machine: { user: '1000' } },
      /corvane: no root\. Connect as root, or let .* use sudo/,
    ],
    [
      'a Debian 12',
      { machine: { system: 'debian 12 x86_64', title: 'Debian GNU/Linux 12 (bookworm) on x86_64' } },
      /corvane has Debian GNU\/Linux 12 \(bookworm\) on x86_64\. Corvane is set up on Debian 13 on x86_64/,
    ],
    [
      'a disk with 1 GB left',
      { machine: { free_megabytes: 1000 } },
      /corvane has 1000 MB left on its disk, and needs 6000\. Give it a larger disk/,
    ],
    [
      'an empty machine for a database whose copies are there',
      { machine: { copies: 2 } },
      /corvane is empty, and corvane has copies of a database\. .*production restore/,
    ],
    [
      'a restore that was cut off',
      { machine: { is_cut: true } },
      /corvane: a restore was cut off here\. Repeat it/,
    ],
    [
      'a clone that is behind the machine',
      { machine: { commit: STRONG.slice(0, 40) } },
      /corvane has the commit f3a91c7d5e0b, and yours does not come after it\. `git pull` first/,
    ],
    [
      'a restore of a hosted database',
      { groups: HOSTED, values: { ...BUCKET, hosted_project: 'abc', restoring: true } },
      /The project abc restores its database itself/,
    ],
  ])('refuses %s before it changes anything', (_case, given, line) => {
    const { status, said, asked } = look(given);
    expect(said).toMatch(line);
    // Regression: Python was installed before the machine was looked at.
    expect(asked).not.toContain('apt-get');
    expect(status).not.toBe(0);
    expect(said).toMatch(/changed=0/);
  });

  // Regression: only the first play ended for it, and the next one asked a machine without Python.
  test.each<[string, Parameters<typeof look>[0]]>([
    ['one machine', {}],
    [
      'a hosted project, which needs no mail server',
      { groups: HOSTED, values: { ...BUCKET, hosted_project: 'abc', smtp_host: '', manager_email: '' } },
    ],
  ])('says of an empty machine that all is to come, and looks no further: %s', (_example, given) => {
    const { status, said, asked } = look({ ...given, machine: {}, options: ['--check', '--diff'] });
    expect(said).toContain('corvane has nothing of Corvane yet: an apply sets up all of it');
    expect({ status, asked: asked.trim().split('\n').length }).toEqual({ status: 0, asked: 2 });
  });
});
