import { spawnSync } from 'node:child_process';
import { backendPathOf } from '@corvane/shared/contracts/backend/calls';
import { expect, test } from 'vitest';
import { OpsApi } from './api/ops-api.ts';
import { OPS_COMMANDS } from './commands.ts';
import { runOps, STAND_URL, useOpsFixture } from './ops-fixture.ts';

const { ops, fixture } = useOpsFixture();

test('the help names each command with all that it takes', () => {
  const program = new URL('./ops.ts', import.meta.url).pathname;
  const { stdout } = spawnSync(process.execPath, [program, '--help'], { encoding: 'utf8' });
  for (const [words, { operand, options = [], lists = [], flags = [] }] of Object.entries(OPS_COMMANDS)) {
    const taken = [operand ?? '', ...[...options, ...lists, ...flags].map((name) => `--${name}`)];
    const usages = stdout.split('\n').filter((line) => line.startsWith(`  ops ${words}`));
    const isWhole = usages.some((usage) => taken.every((part) => usage.includes(part)));
    expect([words, isWhole]).toEqual([words, true]);
  }
});

const call = (request: Request) => fixture().call(request);
const api = (secretKey = fixture().backend.secretKey) => new OpsApi({ ...fixture().connection, secretKey });

test.each([
  [['rep', 'frobnicate'], 'Unknown command: "rep frobnicate"'],
  [['rep', 'add', '--phone', '1'], "Unknown option '--phone'"],
  [['rep', 'add', '--name'], "Option '--name <value>' argument missing"],
  [['rep', 'add', '--name', 'X'], '--email is missing'],
  [['rep', 'disable', '--email', 'nobody'], '--email is not an email address'],
  [['rep', 'disable', '--email', 'nobody@corvane.example'], 'There is no sales representative'],
  [['customer', 'revoke', '--email', 'nobody@corvane.example'], 'There is no customer'],
] as const)('%j is one clear line', async (args, message) => {
  await expect(ops(...args)).rejects.toThrow(message);
});

test('a wrong key is one clear line', async () => {
  await expect(api(fixture().backend.publishableKey).reps()).rejects.toThrow(
    `${STAND_URL} refuses the secret key`,
  );
});

test.each([
  [undefined, 'SALES_ID_PEPPER is not set'],
  ['', 'SALES_ID_PEPPER must have 32 characters or more'],
  ['weak', 'SALES_ID_PEPPER must have 32 characters or more'],
  ['ab'.repeat(20), 'SALES_ID_PEPPER must vary more'],
])('with the pepper %j no sales ID is made, because it could not work', async (salesIdPepper, line) => {
  const add = ['rep', 'add', '--name', 'No Pepper', '--email', 'pepper@corvane.example'];
  await expect(runOps({ ...fixture().connection, salesIdPepper }, add)).rejects.toThrow(line);
  expect((await ops('rep', 'list')).join('\n')).not.toContain('pepper@corvane.example');
});

test('a contact request that looked like a machine can be found and released', async () => {
  const id = crypto.randomUUID();
  const body = { id, name: 'Ada', email: 'ada@quick.example', company: 'Quick', formOpenedMs: 10 };
  const answer = await call(
    new Request(STAND_URL + backendPathOf('submit-contact'), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
  expect(answer.status).toBe(200);
  const quarantined = async () => (await ops('requests', 'list', '--quarantined')).join('\n');
  expect(await quarantined()).toContain(`${id}\t`);
  expect(await ops('requests', 'release', '--id', id)).toEqual([
    `${id}\tnew\tnobody`,
    'The team was mailed.',
  ]);
  expect(await quarantined()).not.toContain(id);
  await expect(ops('requests', 'release', '--id', id)).rejects.toThrow(`no request ${id} in quarantine`);
  await expect(ops('requests', 'release', '--id', 'x')).rejects.toThrow('"x" is not the id of a request');
});

test('a name or an address that could forge a row is refused', async () => {
  const forged = 'Ada\u001b[1A\nroot@corvane.example\tRoot\u202E';
  await expect(ops('rep', 'add', '--name', forged, '--email', 'forged@corvane.example')).rejects.toThrow(
    '--name contains line breaks, control characters or invisible characters',
  );
  await expect(ops('rep', 'add', '--name', 'x', '--email', 'a\u001b[2J@x.example')).rejects.toThrow(
    '--email',
  );
});
