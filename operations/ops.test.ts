import { backendPathOf } from '@corvane/shared/contracts/backend/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OpsApi } from './api/ops-api.ts';
import { type OpsStand, opsStand, runOps, STAND_URL } from './ops-stand.ts';

let stand: OpsStand;

beforeAll(async () => {
  stand = await opsStand();
});
afterAll(() => stand.close());

const call = (request: Request) => stand.call(request);
const ops = (...args: readonly string[]) => stand.ops(...args);
const api = (secretKey = stand.backend.secretKey) => new OpsApi({ ...stand.connection, secretKey });

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
  await expect(api(stand.backend.publishableKey).reps()).rejects.toThrow(
    `${STAND_URL} refuses the secret key`,
  );
});

test.each([
  [null, 'SALES_ID_PEPPER is not set'],
  ['', 'SALES_ID_PEPPER must have 32 characters or more'],
  ['weak', 'SALES_ID_PEPPER must have 32 characters or more'],
  ['ab'.repeat(20), 'SALES_ID_PEPPER must vary more'],
])('with the pepper %j no sales ID is made, because it could not work', async (salesIdPepper, line) => {
  const add = ['rep', 'add', '--name', 'No Pepper', '--email', 'pepper@corvane.example'];
  await expect(runOps({ ...stand.connection, salesIdPepper }, add)).rejects.toThrow(line);
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

test('typed text cannot forge a row: such a name is refused, and a table shows it as one cell', async () => {
  const forged = 'Ada\u001b[1A\nroot@corvane.example\tRoot\u202E';
  await expect(ops('rep', 'add', '--name', forged, '--email', 'forged@corvane.example')).rejects.toThrow(
    '--name contains line breaks, control characters or invisible characters',
  );
  await expect(ops('rep', 'add', '--name', 'x', '--email', 'a\u001b[2J@x.example')).rejects.toThrow(
    '--email',
  );
  // The database refuses such a row: as one from before would be read.
  const answers: Record<string, unknown> = {
    find_reps: {
      rows: [
        {
          ...{ id: crypto.randomUUID(), name: forged, email: 'ada@corvane.example' },
          ...{
            disabledAt: null,
            erasedAt: null,
            isManager: false,
            createdAt: '2026-11-21T12:00:00Z',
            salesIdSince: null,
          },
          ...{ customers: 0, openLinks: 0, openRequests: 0, lastSignInAt: null, liveSessions: 0 },
        },
      ],
      ...{ hasMore: false, nextAfter: null, now: '2026-11-21T12:00:00Z' },
      counts: { enabled: 1, disabled: 0, managers: 0 },
    },
    find_contact_requests: {
      rows: [
        {
          ...{
            requestId: crypto.randomUUID(),
            createdAt: '2026-11-21T12:00:00Z',
            status: 'new',
            version: 1,
          },
          ...{
            firstName: forged,
            lastName: forged,
            email: 'ada@engine.example',
            company: forged,
            phone: '',
          },
          ...{ jobTitle: '', jobRole: '', message: forged, form: 'contact', source: '', planName: '' },
          ...{
            utm: {},
            referrer: '',
            statusChangedAt: null,
            staffNote: '',
            assignedTo: null,
            customerId: null,
          },
          ...{ quarantinedAt: null, notifiedAt: null, consentWithdrawnAt: null },
        },
      ],
      ...{ hasMore: false, nextAfter: null, now: '2026-11-21T12:00:00Z' },
      counts: { new: 1, in_progress: 0, done: 0, spam: 0, quarantined: 0 },
    },
  };
  const printed = (...args: string[]) =>
    runOps(
      {
        ...stand.connection,
        fetch: async (input) => {
          const { pathname, searchParams } = new URL(String(input));
          // The page after the last one is empty.
          return Response.json(searchParams.has('email') ? [] : answers[pathname.split('/').at(-1) ?? '']);
        },
      },
      args,
    );
  const cell = 'Ada [1A root@corvane.example Root';
  const [row] = await printed('rep', 'list');
  expect(row?.split('\t').slice(0, 3)).toEqual(['ada@corvane.example', cell, 'enabled']);
  const [line] = await printed('requests', 'list');
  expect(line?.split('\t').slice(4)).toEqual([`${cell} ${cell}`, 'ada@engine.example', cell, cell]);
});
