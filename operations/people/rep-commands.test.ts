import { backendPathOf } from '@corvane/shared/contracts/backend/calls';
import { expect, test } from 'vitest';
import { STAND_URL, useOpsFixture } from '../ops-fixture.ts';

const { ops, sql, fixture } = useOpsFixture();

/** What is answered with the token of a session that has ended. */
const SESSION_OVER = { code: 'PT401' };

const call = (request: Request) => fixture().call(request);

async function signIn(salesId: string): Promise<Response> {
  return call(
    new Request(STAND_URL + backendPathOf('sign-in-rep'), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ salesId }),
    }),
  );
}

function salesIdIn(lines: string[]): string {
  return /SR(-[0-9A-Z]{4}){3}/.exec(lines.join('\n'))?.[0] ?? '';
}

async function addRep(email: string): Promise<string> {
  return salesIdIn(await ops('rep', 'add', '--name', 'New Rep', '--email', email));
}

/** How a live token is answered by a procedure that only a representative may use. */
async function pricesSeenWith(sessionToken: string): Promise<unknown> {
  const answer = await call(
    new Request(`${STAND_URL}/rest/v1/rpc/get_plan_prices`, {
      method: 'POST',
      headers: {
        apikey: fixture().backend.publishableKey,
        Authorization: `Bearer ${sessionToken}`,
        'Content-Type': 'application/json',
      },
      body: '{}',
    }),
  );
  return answer.json();
}

test('a new representative signs in with the printed ID in any spelling', async () => {
  const salesId = await addRep('new@corvane.example');
  for (const typed of [
    ` ${salesId.toLowerCase()} `,
    salesId.replaceAll('-', ''),
    salesId.replaceAll('-', ' – '),
  ]) {
    expect((await signIn(typed)).status).toBe(200);
  }
  expect((await ops('rep', 'list')).find((line) => line.startsWith('new@corvane.example'))).toMatch(
    /^new@corvane\.example\tNew Rep\tenabled\t0 customers, 0 open links\t0 open requests\t3 live sessions\tlast sign-in /,
  );
});

test('the same address is not added twice', async () => {
  await addRep('twice@corvane.example');
  await expect(addRep('Twice@corvane.example')).rejects.toThrow('Another representative has this address');
});

test('a disabled representative is signed out at once and cannot sign in again', async () => {
  const salesId = await addRep('leaver@corvane.example');
  const { sessionToken } = (await (await signIn(salesId)).json()) as { sessionToken: string };
  expect(await pricesSeenWith(sessionToken)).toHaveLength(3);
  expect(await ops('rep', 'disable', '--email', 'leaver@corvane.example')).toEqual([
    'leaver@corvane.example is disabled; 1 sessions ended.',
  ]);
  expect(await pricesSeenWith(sessionToken)).toMatchObject(SESSION_OVER);
  expect((await signIn(salesId)).status).toBe(401);
});

test('a representative who was disabled comes back with a new sales ID, and the old one stays void', async () => {
  const old = await addRep('back@corvane.example');
  await expect(ops('rep', 'enable', '--email', 'back@corvane.example')).rejects.toThrow(
    'back@corvane.example is not disabled',
  );
  expect((await signIn(old)).status).toBe(200);
  await ops('rep', 'disable', '--email', 'back@corvane.example');
  const lines = await ops('rep', 'enable', '--email', 'Back@corvane.example');
  expect(lines[0]).toBe('back@corvane.example is enabled.');
  expect((await signIn(old)).status).toBe(401);
  expect((await signIn(salesIdIn(lines))).status).toBe(200);
  expect(await eventsOf('back@corvane.example')).toContain('rep_enabled');
});

test('an erased account can be neither enabled nor edited, and gets no sales ID and no role', async () => {
  await addRep('erased@corvane.example');
  await ops('rep', 'disable', '--email', 'erased@corvane.example');
  await ops('person', 'erase', '--email', 'erased@corvane.example');
  const [row] = await sql<{ email: string }>(
    'select email from public.sales_representatives where erased_at is not null',
  );
  const email = row?.email ?? '';
  expect((await ops('rep', 'list')).find((line) => line.startsWith(email))).toContain('\terased, ');
  for (const args of [
    ['enable'],
    ['edit', '--new-email', 'again@corvane.example'],
    ['edit', '--manager'],
    ['rotate-id'],
  ])
    await expect(ops('rep', args[0] ?? '', '--email', email, ...args.slice(1))).rejects.toThrow(
      'The data of this person was erased, so the account stays closed.',
    );
});

test('name and address of a representative are corrected, and sales ID and sessions stay valid', async () => {
  const salesId = await addRep('typo@corvane.example');
  const { sessionToken } = (await (await signIn(salesId)).json()) as { sessionToken: string };
  const edit = (...args: string[]) => ops('rep', 'edit', '--email', 'typo@corvane.example', ...args);
  await expect(edit()).rejects.toThrow('Give --name, --new-email, --manager or --no-manager');
  expect(await edit('--name', 'Zoë "Z" O\'Neil')).toEqual(['typo@corvane.example\tZoë "Z" O\'Neil']);
  await addRep('taken@corvane.example');
  await expect(edit('--new-email', 'Taken@corvane.example')).rejects.toThrow(
    'Another representative has this address',
  );
  await expect(edit('--new-email', 'nobody')).rejects.toThrow('--new-email is not an email address');
  await expect(edit('--name', 'x'.repeat(201))).rejects.toThrow(
    '--name has 201 characters. Use at most 200.',
  );
  expect(await edit('--new-email', 'Right@corvane.example')).toEqual([
    'right@corvane.example\tZoë "Z" O\'Neil',
  ]);
  expect(await pricesSeenWith(sessionToken)).toHaveLength(3);
  expect((await signIn(salesId)).status).toBe(200);
  expect((await eventsOf('right@corvane.example')).filter((event) => event === 'rep_edited')).toHaveLength(2);
});

test('the sessions of a representative are listed with where they came from and how they ended', async () => {
  const salesId = await addRep('seen@corvane.example');
  const list = () => ops('rep', 'sessions', 'list', '--email', 'seen@corvane.example');
  expect(await list()).toEqual(['None.']);
  await signIn(salesId);
  await signIn(salesId);
  await ops('rep', 'sessions', 'end', '--email', 'seen@corvane.example');
  await signIn(salesId);
  const lines = await list();
  expect(lines.map((line) => /\t(live, until|ended_by_operator,) [^\t]+$/.exec(line)?.[1])).toEqual([
    'live, until',
    'ended_by_operator,',
    'ended_by_operator,',
  ]);
  expect(lines[0]?.split('\t')[2]).toBe('192.0.2.1');
  await expect(ops('rep', 'sessions', 'list', '--email', 'nobody@corvane.example')).rejects.toThrow(
    'There is no sales representative',
  );
});

/** What the trail says of a representative, oldest first. */
async function eventsOf(email: string): Promise<string[]> {
  const rows = await sql<{ event: string }>(
    `select a.event from public.audit_events a join public.sales_representatives r on r.id = a.sales_rep_id
     where r.email = $1 order by a.line_number`,
    [email],
  );
  return rows.map(({ event }) => event);
}

test('a rotated sales ID replaces the old one and ends its sessions', async () => {
  const old = await addRep('rotated@corvane.example');
  const { sessionToken } = (await (await signIn(old)).json()) as { sessionToken: string };
  const current = salesIdIn(await ops('rep', 'rotate-id', '--email', 'rotated@corvane.example'));
  expect(await pricesSeenWith(sessionToken)).toMatchObject(SESSION_OVER);
  expect((await signIn(old)).status).toBe(401);
  expect((await signIn(current)).status).toBe(200);
});

test('one session ends by its id, and the others stay live', async () => {
  const salesId = await addRep('one@corvane.example');
  const [first, second] = await Promise.all(
    [1, 2].map(
      async () => (await (await signIn(salesId)).json()) as { sessionToken: string; sessionId: string },
    ),
  );
  const end = (id: string, email = 'one@corvane.example') =>
    ops('rep', 'sessions', 'end', '--email', email, '--session', id);
  const id = first?.sessionId ?? '';
  const listed = await ops('rep', 'sessions', 'list', '--email', 'one@corvane.example');
  expect(listed.some((line) => line.startsWith(`${id}\t`))).toBe(true);
  await addRep('other@corvane.example');
  await expect(end(id, 'other@corvane.example')).rejects.toThrow(
    `other@corvane.example has no live session ${id}`,
  );
  await expect(end('newest')).rejects.toThrow('"newest" is not the id of a session.');
  expect(await end(id)).toEqual(['1 sessions ended.']);
  await expect(end(id)).rejects.toThrow(`one@corvane.example has no live session ${id}`);
  expect(await pricesSeenWith(first?.sessionToken ?? '')).toMatchObject(SESSION_OVER);
  expect(await pricesSeenWith(second?.sessionToken ?? '')).toHaveLength(3);
});
