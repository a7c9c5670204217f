// @module-tag deep
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
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

/** Runs the playbook's first checks. No machine answers at the port. */
function look(given: {
  values?: Record<string, unknown>;
  hosts?: string[];
  /** Who is in the group, when not all hosts are. */
  groups?: Record<string, string[]>;
}): { status: number | null; said: string } {
  const { values = {}, hosts = ['corvane'], groups = {} } = given;
  const among = (names: string[]) => Object.fromEntries(names.map((name) => [name, {}]));
  const inventory = {
    all: {
      hosts: Object.fromEntries(
        hosts.map((name) => [
          name,
          { ansible_host: '127.0.0.1', ansible_port: 1, ansible_connection: 'ssh' },
        ]),
      ),
      children: Object.fromEntries(GROUPS.map((name) => [name, { hosts: among(groups[name] ?? hosts) }])),
      vars: { ...VALUES, ...values },
    },
  };
  const folder = mkdtempSync(path.join(tmpdir(), 'corvane-inventory-'));
  const file = path.join(folder, 'inventory.json');
  writeFileSync(file, JSON.stringify(inventory));
  const { status, stdout, stderr } = spawnSync('ansible-playbook', ['-i', file, 'site.yml'], {
    cwd: FOLDER,
    encoding: 'utf8',
    env: { ...process.env, HOME: folder, ANSIBLE_NOCOLOR: '1', ANSIBLE_LOCALHOST_WARNING: '0' },
  });
  return { status, said: `${stdout}${stderr}`.replaceAll(/\s+/g, ' ') };
}

describeNeeding('ansible', 'the playbook', () => {
  test.each(['site.yml', 'release.yml'])(
    '%s is one that Ansible reads, with the example of an inventory',
    (playbook) => {
      const args = ['-i', 'inventory.example.yml', playbook, '--syntax-check'];
      const { status, stderr } = spawnSync('ansible-playbook', args, { cwd: FOLDER, encoding: 'utf8' });
      expect({ status, stderr }).toMatchObject({ status: 0 });
    },
  );

  test.each<[string, Parameters<typeof look>[0], RegExp]>([
    [
      'two databases',
      { hosts: ['one', 'two'] },
      /The inventory has 2 databases \(one, two\)\. Leave one host in the group "database"/,
    ],
    ['no database', { groups: { database: [] } }, /The inventory has 0 databases/],
    [
      'several machines',
      { hosts: ['one', 'two'], groups: { database: ['one'] } },
      /sets up one machine that is in every group, and the inventory has one, two/,
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
  ])('refuses %s before it changes anything', (_case, given, line) => {
    const { status, said } = look(given);
    expect(said).toMatch(line);
    expect(status).not.toBe(0);
    expect(said).toMatch(/changed=0/);
  });
});
