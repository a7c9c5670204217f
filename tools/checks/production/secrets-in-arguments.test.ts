import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { SITE_HOST, standOfEachTest } from './production-stand.ts';
import { putCertificate } from './put-certificate.ts';

/*
 * Every user of a machine can read the arguments of every program that runs there. So a secret goes through a file, the
 * environment or standard input.
 */

/** Programs that the scripts start. Bash's own commands start none. */
const PROGRAMS = [
  ...['awk', 'basename', 'cat', 'chgrp', 'chmod', 'chown', 'cp', 'cut', 'dirname', 'grep', 'head', 'id'],
  ...['install', 'ln', 'mkdir', 'mktemp', 'mv', 'node', 'openssl', 'paste', 'rm', 'sed', 'systemctl', 'tr'],
];

const script = PROGRAMS.map((name) => `command -v ${name} || echo /bin/true`).join('\n');
const found = spawnSync('sh', ['-c', script], { encoding: 'utf8' }).stdout.trim().split('\n');
/** Where each is. */
const programs = Object.fromEntries(PROGRAMS.map((name, i) => [name, found[i]]));

const stand = standOfEachTest();
beforeEach(() => {
  mkdirSync(stand.at('programs'));
  mkdirSync(stand.at('carry/archive'));
  mkdirSync(stand.at('postgresql'));
  writeFileSync(stand.at('postgresql/pg_hba.conf'), 'local all postgres peer\n');
  for (const name of ['database-archive-password', 'database-backup-password']) {
    writeFileSync(stand.at(`keys/${name}`), `of-${name}-${'x1'.repeat(16)}\n`);
    writeFileSync(stand.at(`carry/archive/${name}`), readFileSync(stand.at(`keys/${name}`)));
  }
  expect(stand.script('secret.sh', 'make', 'session-jwt-key', 'es256').status).toBe(0);
  for (const folder of ['keys', 'carry/archive'])
    writeFileSync(stand.at(`${folder}/backup-recipient`), 'age1public\n');
  for (const [name, program] of Object.entries(programs)) {
    const text = `#!/bin/sh\nprintf '%s\\n' "${name} $*" >> ${stand.at('arguments')}\nexec ${program} "$@"\n`;
    writeFileSync(stand.at(`programs/${name}`), text, { mode: 0o755 });
  }
  stand.settings.PATH = `${stand.at('programs')}:${process.env.PATH}`;
});

/** Every secret of the stand, in all its lines. */
function secrets(): string[] {
  return ['keys', 'carry/web', 'carry/archive']
    .flatMap((folder) => readdirSync(stand.at(folder)).map((name) => path.join(folder, name)))
    .filter((file) => !file.endsWith('backup-recipient') && !file.endsWith('publishable-key'))
    .flatMap((file) => readFileSync(stand.at(file), 'utf8').split('\n'))
    .filter(Boolean);
}

test.each([
  [['configure-backend.sh']],
  [['configure-jobs.sh']],
  [['configure-web.sh']],
  [['configure-archive.sh']],
  [['configure-database.sh']],
  [['carry.sh']],
  [['secret.sh', 'renew', 'edge-secret']],
  [['secret.sh', 'renew', 'session-jwt-key', 'es256']],
  [['secret.sh', 'take', 'smtp-password', 'SMTP_PASSWORD']],
])('%j gives no program a secret as an argument', async ([name = '', ...args]) => {
  stand.settings.SMTP_PASSWORD = `of-the-mail-server-${'y2'.repeat(16)}`;
  await putCertificate(stand.at('tls'), SITE_HOST);
  expect(stand.script(name, ...args)).toEqual({ status: 0, lines: [''] });
  const said = readFileSync(stand.at('arguments'), 'utf8');
  expect(said.split('\n').length).toBeGreaterThan(3);
  expect(secrets().length).toBeGreaterThan(8);
  expect(secrets().filter((secret) => said.includes(secret))).toEqual([]);
});

/** What a block reads of a secret's file, but for what it puts into a variable. */
function readAsArgument(text: string): string[] {
  const withoutVariables = text.replaceAll(/(^|\s|;)(export )?\w+=\$\((head -n 1|cat) "[^"]+"\)/g, ' ');
  return withoutVariables.match(/\$\((head -n 1|cat) "\$(KEYS|CARRY)\/[^"]+"\)/g) ?? [];
}

test('no block of docs/several-machines.md gives a program a secret as an argument', () => {
  const page = readFileSync(path.join(WORKSPACE_ROOT, 'docs/several-machines.md'), 'utf8');
  const blocks = [...page.matchAll(/^```bash.*?\n(.*?)^```$/gms)].map(([, text = '']) => text);
  expect(blocks.length).toBeGreaterThan(40);
  expect(blocks.flatMap(readAsArgument)).toEqual([]);
  expect(readAsArgument('push "postgres://o:$(head -n 1 "$KEYS/database-owner-password")@h/d"')).toHaveLength(
    1,
  );
  expect(readAsArgument('PGPASSWORD=$(head -n 1 "$KEYS/database-owner-password") push')).toEqual([]);
});
