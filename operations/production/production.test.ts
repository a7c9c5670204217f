// @module-tag deep
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { tryProcessLock } from '@corvane/tools/process/process-lock';
import { WORKSPACE_ROOT } from '@corvane/tools/workspace/workspace-root';
import { identityToRecipient } from 'age-encryption';
import { beforeEach, describe, expect, test } from 'vitest';
import { newestMigration } from '../newest-migration.ts';
import { fillSecrets, SECRET_WORDS, type Secrets } from './secrets.ts';
import { unconfirmedFacts } from './unconfirmed-facts.ts';

/*
 * `run production` with programs that stand for Ansible's: they note their words. The playbook itself is in
 * playbook.test.ts, and a machine that boots in `run rehearse`.
 */
let root: string;
const at = (name: string) => path.join(root, name);

function putProgram(name: string, text: string): void {
  writeFileSync(at(`programs/${name}`), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
}

function putAnsible({ version = '2.19.11', status = 0 } = {}): void {
  putProgram(
    'ansible-playbook',
    `[ "$1" != --version ] || { echo "ansible-playbook [core ${version}]"; exit 0; }\necho "$*" >> ${at('played')}\nexit ${status}`,
  );
}

/** A vault whose seal is a first line. */
function putVault(): void {
  putProgram(
    'ansible-vault',
    `if [ "$1" = view ]; then grep -q SEALED "$2" || { echo 'ERROR! Decryption failed' >&2; exit 1; }; sed 1d "$2"\nelse { echo SEALED; cat; } > "$3.new" && mv "$3.new" "$3"; fi`,
  );
}

async function putSecrets(changed: Secrets = {}): Promise<Secrets> {
  const secrets = {
    ...(await fillSecrets({}, async () => 'x-17-of-the-mail-server', { hasBucket: false, isHosted: false })),
    ...changed,
  };
  writeFileSync(at('secrets.yml'), `SEALED\n${JSON.stringify({ secrets })}`);
  return secrets;
}
const kept = () =>
  (JSON.parse(readFileSync(at('secrets.yml'), 'utf8').replace('SEALED\n', '')) as { secrets: Secrets })
    .secrets;
const played = () => (existsSync(at('played')) ? readFileSync(at('played'), 'utf8').trim().split('\n') : []);

const PRODUCTION = path.join(WORKSPACE_ROOT, 'operations/production/production.ts');

function production(args: string[], env: Record<string, string> = {}) {
  const words = [PRODUCTION, ...args];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    words.includes('--') ? words : [...words, '--inventory', at('inventory.yml')],
    {
      env: { PATH: at('programs'), HOME: root, ...env },
      encoding: 'utf8',
    },
  );
  return { status, stdout, lines: stderr.trim().split('\n') };
}

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'corvane-production-'));
  mkdirSync(at('programs'));
  for (const name of ['sh', 'grep', 'sed', 'cat', 'mv', 'echo']) {
    const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim();
    symlinkSync(found.startsWith('/') ? found : `/usr/bin/${name}`, at(`programs/${name}`));
  }
  writeFileSync(at('inventory.yml'), 'all: {}\n');
  putAnsible();
  putVault();
});

describe('an apply', () => {
  test('shows what would change first, and then does it', async () => {
    await putSecrets();
    expect(production(['apply'])).toMatchObject({
      status: 1,
      lines: ['error: This command asks for confirmation, and there is no terminal. Use --yes to confirm.'],
    });
    expect(played()).toEqual([expect.stringMatching(/--check --diff site\.yml$/)]);
    const { status, stdout } = production(['apply', '--yes']);
    expect(status).toBe(0);
    expect(stdout.trim().split('\n').filter(Boolean)).toEqual(
      unconfirmedFacts().map((fact) => `Public, and not confirmed by the owner: ${fact}`),
    );
    expect(played().at(-1)).toBe(
      `--inventory ${at('inventory.yml')} --extra-vars @${at('secrets.yml')} site.yml`,
    );
  });

  test.each<[string, () => unknown, RegExp]>([
    [
      'no Ansible',
      () => putProgram('ansible-playbook', 'exit 127'),
      /^error: Ansible is missing\. Debian 13: apt-get /,
    ],
    [
      'an old Ansible',
      () => putAnsible({ version: '2.14.18' }),
      /^error: Ansible here is 2\.14\. .* needs Ansible 2\.16 /,
    ],
    [
      'no inventory',
      () => spawnSync('rm', [at('inventory.yml')]),
      /inventory\.yml is missing\. Copy production\/inventory\.ex/,
    ],
    [
      'no secrets',
      () => spawnSync('rm', [at('secrets.yml')]),
      /secrets\.yml is missing\. .*run production secrets/,
    ],
    [
      'a wrong vault password',
      () => writeFileSync(at('secrets.yml'), 'OTHERWISE SEA-LED'),
      /^error: The password in \S+\.corvane-vault-password is not the one of \S+secrets\.yml$/,
    ],
    [
      'a secret of three letters',
      () => putSecrets({ edge_secret: ['abc'] }),
      /^error: The secret edge_secret must have 32 characters or more\. .*rotate edge-secret/,
    ],
    ['a file without secrets', () => writeFileSync(at('secrets.yml'), 'SEALED\n[]'), /holds no secrets/],
  ])('with %s is refused in one line, and plays nothing', async (_case, spoil, line) => {
    await putSecrets();
    await spoil();
    const { status, lines } = production(['apply', '--yes']);
    expect({ status, lines }).toEqual({ status: 1, lines: [expect.stringMatching(line)] });
    expect(played()).toEqual([]);
  });

  test('is refused while another runs here', async () => {
    await putSecrets();
    const lock = tryProcessLock(at('.production.lock'));
    expect(production(['apply', '--yes'])).toMatchObject({
      status: 1,
      lines: [`error: Another production command runs here, with process ${process.pid}`],
    });
    if (lock.held) lock.release();
    expect(production(['apply', '--yes']).status).toBe(0);
  });

  // Regression: what a later step needs is not there before the earlier ones are done.
  test('asks also when not all of it can be shown before', async () => {
    await putSecrets();
    putAnsible({ status: 2 });
    for (const check of [['check'], ['check', '--yes']])
      expect(production(check).lines).toEqual([expect.stringMatching(/^error: Ansible says above what/)]);
    expect(production(['apply']).lines).toEqual([expect.stringMatching(/asks for confirmation/)]);
  });

  test('that fails says how to go on', async () => {
    await putSecrets();
    putAnsible({ status: 2 });
    expect(production(['apply', '--yes'])).toMatchObject({
      status: 1,
      lines: [expect.stringMatching(/^error: Ansible says above what failed\. Correct it, and apply again/)],
    });
  });
});

describe('secrets', () => {
  test('are made once, strong, and sealed with a password of their own', () => {
    const first = production(['secrets'], { SMTP_PASSWORD: 'x-17' });
    expect(first).toMatchObject({ status: 0, lines: [''] });
    expect(first.stdout).toContain('.corvane-vault-password opens the secrets. Keep a copy');
    const made = kept();
    expect(made.smtp_password).toEqual(['x-17']);
    expect(made.backup_recipient?.[0]).toMatch(/^age1/);
    expect(production(['secrets'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('nothing was missing'),
    });
    expect(kept()).toEqual(made);
    expect(production(['apply', '--yes']).status).toBe(0);
  });

  // Regression: Ansible's vault shreds the file before it writes the next one.
  test('that could not be sealed again are as they were', async () => {
    const before = await putSecrets();
    putProgram(
      'ansible-vault',
      `if [ "$1" = view ]; then sed 1d "$2"\nelse echo > "$3"; echo 'No space left on device' >&2; exit 1; fi`,
    );
    expect(production(['rotate', 'edge-secret', '--yes']).status).toBe(1);
    expect(kept()).toEqual(before);
  });

  test('of a bucket are asked for when releases are in one', () => {
    writeFileSync(at('inventory.yml'), 'all: { vars: { release_destination: s3://site/production } }\n');
    expect(production(['secrets'], { SMTP_PASSWORD: 'x-17' }).lines).toEqual([
      'error: Set BUCKET_RELEASE to what the service gave you',
    ]);
    const brought = { BUCKET_RELEASE: 'a:1', BUCKET_WEB: 'b:2', BUCKET_JOBS: 'c:3' };
    expect(production(['secrets'], { SMTP_PASSWORD: 'x-17', ...brought }).status).toBe(0);
    expect(kept()).toMatchObject({ bucket_release: ['a:1'], bucket_web: ['b:2'], bucket_jobs: ['c:3'] });
  });

  // Regression: without them it made keys that no project takes, and asked for a password that none needs.
  test('that a hosted project has made are brought, and it needs no mail server', () => {
    writeFileSync(at('inventory.yml'), 'all:\n  vars:\n    hosted_project: abc\n');
    expect(production(['secrets']).lines).toEqual([
      'error: Set PUBLISHABLE_KEY to what the service gave you',
    ]);
    const ofProject = {
      PUBLISHABLE_KEY: 'sb_publishable_of-the-project',
      SECRET_KEY: 'sb_secret_of-the-project',
    };
    expect(production(['secrets'], ofProject).status).toBe(0);
    expect(kept()).toMatchObject({
      publishable_key: [ofProject.PUBLISHABLE_KEY],
      secret_key: [ofProject.SECRET_KEY],
    });
    expect(production(['rotate', 'secret-key', '--yes']).lines).toEqual([
      'error: Set SECRET_KEY to what the service gave you',
    ]);
  });

  test('of another service must be given, and be one that a unit reads', () => {
    expect(production(['secrets']).lines).toEqual(['error: Set SMTP_PASSWORD to what the service gave you']);
    expect(production(['secrets'], { SMTP_PASSWORD: "it's" }).lines).toEqual([
      expect.stringMatching(/SMTP_PASSWORD has a single quote/),
    ]);
    expect(existsSync(at('secrets.yml'))).toBe(false);
  });
});

test('docs/production.md says of each secret what its rotation needs beside the command', () => {
  const page = readFileSync(path.join(WORKSPACE_ROOT, 'docs/production.md'), 'utf8');
  const [, chapter = ''] = page.split('\n### Rotating\n');
  const [table = ''] = chapter.split('\n## ');
  const first = [...table.matchAll(/^\|([^|]+)\|/gm)].map(([, cell = '']) => cell).join();
  const named = [...first.matchAll(/`([^`]+)`/g)].map(([, word]) => word);
  expect(named.sort()).toEqual([...SECRET_WORDS].sort());
});

describe('a rotation', () => {
  test('keeps the value that tokens and pages still have, until it is forgotten', async () => {
    const { session_jwt_secret: before = [] } = await putSecrets();
    expect(production(['rotate', 'session-jwt-secret', '--yes']).status).toBe(0);
    const both = kept().session_jwt_secret ?? [];
    expect(both).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), before[0]]);
    expect(production(['rotate', 'session-jwt-secret', '--forget', '--yes']).status).toBe(0);
    expect(kept().session_jwt_secret).toEqual([both[0]]);
    expect(played()).toHaveLength(2);
  });

  test('of a secret with one value replaces it, and one of another service is brought', async () => {
    const { edge_secret: before } = await putSecrets();
    expect(production(['rotate', 'edge-secret', '--yes']).status).toBe(0);
    expect(kept().edge_secret).toHaveLength(1);
    expect(kept().edge_secret).not.toEqual(before);
    expect(production(['rotate', 'smtp-password', '--yes'], { SMTP_PASSWORD: 'y-18' }).status).toBe(0);
    expect(kept().smtp_password).toEqual(['y-18']);
  });

  test('of several secrets is one apply', async () => {
    const before = await putSecrets();
    expect(production(['rotate', 'edge-secret', 'secret-key', '--yes']).status).toBe(0);
    expect(kept().secret_key).toEqual([expect.stringMatching(/^sb_secret_/), before.secret_key?.[0]]);
    expect(kept().edge_secret).not.toEqual(before.edge_secret);
    expect(played()).toHaveLength(1);
  });

  test('of the key of backups seals for the new one, and keeps the older one', async () => {
    const { backup_key: before = [] } = await putSecrets();
    const { stdout } = production(['rotate', 'backup-key', '--yes']);
    expect(stdout).toContain('The older key still opens the backups that were made for it.');
    const { backup_key: [next = '', ...older] = [], backup_recipient } = kept();
    expect(older).toEqual(before);
    expect(backup_recipient).toEqual([await identityToRecipient(next)]);
  });

  test.each([
    [['rotate', 'edge-secret', 'none', '--yes'], /^error: There is no secret "none"/],
    [['apply', '--to', '2026-11-01 12:00'], /^error: Cannot read "apply"/],
    [['rotate', 'none', '--yes'], /^error: There is no secret "none"\. Choose from: session-jwt-secret, /],
    [['rotate', '--yes'], /^error: Cannot read "rotate"/],
    [['apply', '--forget'], /^error: Cannot read "apply"/],
    [['release'], /^error: Cannot read "release"/],
    [['ops'], /^error: Cannot read "ops"/],
    [['restart'], /^error: There is no "production restart"/],
  ])('%j is one line, and changes nothing', async (args, line) => {
    const before = await putSecrets();
    expect(production(args)).toMatchObject({ status: 1, lines: [expect.stringMatching(line)] });
    expect(kept()).toEqual(before);
    expect(played()).toEqual([]);
  });
});

test.each([
  [
    ['release', '--', 'marketing', '--canary', '10'],
    ['release', 'release/release.ts', 'marketing', '--canary', '10'],
  ],
  [
    ['release', '--', 'rollback', 'marketing', '--live'],
    ['release', 'release/release.ts', 'rollback', 'marketing', '--live'],
  ],
  [
    ['ops', '--', 'rep', 'add', '--name', "Mary O'Neil"],
    ['ops', 'operations/ops.ts', 'rep', 'add', '--name', "Mary O'Neil"],
  ],
])('%j runs where the jobs run', async ([verb = '', ...words], [program, ...argv]) => {
  await putSecrets();
  expect(production([verb, '--inventory', at('inventory.yml'), ...words]).status).toBe(0);
  const [, variables = ''] = /--extra-vars (\{.*\}) command\.yml$/.exec(played()[0] ?? '') ?? [];
  const sent = JSON.parse(variables);
  expect([sent.program, ...JSON.parse(Buffer.from(sent.words, 'base64').toString())]).toEqual([
    program,
    ...argv,
  ]);
});

test('an application alone is released from the machine of the jobs', async () => {
  await putSecrets();
  expect(production(['release', 'marketing']).status).toBe(0);
  expect(played()).toEqual([expect.stringContaining('--extra-vars application=marketing release.yml')]);
});

test('an update is refused beside another command, and refuses others until its apply', async () => {
  await putSecrets();
  const lock = tryProcessLock(at('.production.lock'));
  expect(production(['update', '--yes']).lines).toEqual([
    `error: Another production command runs here, with process ${process.pid}`,
  ]);
  if (lock.held) lock.release();
  // The apply at its end takes its turn itself.
  const check = `${process.execPath} ${PRODUCTION} check --inventory ${at('inventory.yml')}`;
  putProgram('git', `${check} 2> ${at('beside')}; exit 0`);
  putProgram('npx', `case "$*" in *apply*) ${check};; esac`);
  expect(production(['update', '--yes']).status).toBe(0);
  expect(readFileSync(at('beside'), 'utf8')).toContain('Another production command runs here');
  expect(played()).toHaveLength(1);
});

test('an update brings the newest commit, and applies it with its own code', () => {
  const note = (name: string) => putProgram(name, `echo "${name} $*" >> ${at('played')}`);
  note('git');
  note('npx');
  expect(production(['update', '--yes']).status).toBe(0);
  expect(played()).toEqual([
    'git pull --ff-only',
    'npx -y pnpm@12 install --frozen-lockfile',
    'npx -y pnpm@12 run db freeze --check',
    `npx -y pnpm@12 run production apply --inventory ${at('inventory.yml')} --yes`,
  ]);
  putProgram('git', 'exit 1');
  expect(production(['update', '--yes']).lines).toEqual([
    'error: git pull --ff-only failed, as it says above',
  ]);
  expect(played()).toHaveLength(4);
});

describe('a restore', () => {
  test.each([
    [['restore'], ''],
    [['restore', '--to', '2026-11-01 12:00:00'], '--extra-vars {"moment":"2026-11-01 12:00:00"} '],
  ])('%j says what there is, asks, and puts back', async (args, options) => {
    await putSecrets();
    expect(production(args)).toMatchObject({
      status: 1,
      lines: [expect.stringMatching(/asks for confirmation/)],
    });
    const look = expect.stringContaining(`secrets.yml ${options}--tags look restore.yml`);
    expect(played()).toEqual([look]);
    expect(production([...args, '--yes']).status).toBe(0);
    expect(played()).toEqual([look, look, expect.stringContaining(`secrets.yml ${options}restore.yml`)]);
  });

  test('that fails is to be repeated: an apply would go on with what is there', async () => {
    await putSecrets();
    putAnsible({ status: 1 });
    expect(production(['restore', '--yes']).lines).toEqual([
      'error: Ansible says above what failed. Correct it, and restore again',
    ]);
  });

  test('of a sealed backup gives the playbook its folder', async () => {
    await putSecrets();
    const manifest = {
      ...{ format: 1, name: '2026-11-01T03-00-00Z', madeAt: '2026-11-01T03:00:00Z', commit: null },
      ...{ newestMigration: '20260101000000', postgresVersion: '17.6', owners: [], tables: [], files: [] },
    };
    const put = (changed: object) =>
      writeFileSync(at('2026-11-01T03-00-00Z/backup.json'), JSON.stringify({ ...manifest, ...changed }));
    mkdirSync(at('2026-11-01T03-00-00Z'));
    put({});
    expect(production(['restore', '--backup', at('2026-11-01T03-00-00Z'), '--yes']).lines).toEqual([
      expect.stringMatching(/^error: The backup is of migration 20260101000000, this checkout is at /),
    ]);
    expect(played()).toEqual([]);
    put({ newestMigration: newestMigration() });
    expect(production(['restore', '--backup', at('2026-11-01T03-00-00Z'), '--yes']).status).toBe(0);
    expect(played()).toEqual([expect.stringMatching(/ \{"backup":"\S+T03-00-00Z"\} restore-backup\.yml$/)]);
  });

  test.each([
    [['--to', 'yesterday'], /^error: --to must be a moment in UTC such as '2026-/],
    [['--to', '2026-13-01 12:00'], /^error: --to must be a moment/],
    // JavaScript reads it as March 3.
    [['--to', '2026-02-31 12:00'], /^error: --to must be a moment/],
    [['--to', '2026-11-01 24:00'], /^error: --to must be a moment/],
    [['--to', '2999-01-01 12:00'], /^error: --to 2999-01-01 12:00 is still to come$/],
    [['--to', '2026-11-01 12:00', '--backup', '/none'], /^error: Cannot read "restore"/],
    [['--backup', '/none'], /^error: \/none holds no backup\. Name the folder of one/],
  ])('with %j is one line, and plays nothing', async (args, line) => {
    await putSecrets();
    expect(production(['restore', ...args, '--yes'])).toMatchObject({
      status: 1,
      lines: [expect.stringMatching(line)],
    });
    expect(played()).toEqual([]);
  });
});
