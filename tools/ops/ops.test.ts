import { afterAll, beforeAll, expect, test } from 'vitest';
import { OpsApi } from '../ops-api/ops-api.ts';
import { accessOf } from './commands/commands.ts';
import { type OpsStand, opsStand, runOps, STAND_URL } from './ops-stand.ts';

let stand: OpsStand;

beforeAll(async () => {
  stand = await opsStand();
});
afterAll(() => stand.close());

/** What is answered with the token of a session that has ended. */
const SESSION_OVER = { code: 'PT401' };

const call = (request: Request) => stand.call(request);
const ops = (...args: readonly string[]) => stand.ops(...args);
const api = (secretKey = stand.backend.secretKey) => new OpsApi({ ...stand.connection, secretKey });

async function signIn(salesId: string): Promise<Response> {
  return call(
    new Request(`${STAND_URL}/functions/v1/sign-in-rep`, {
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
        apikey: stand.backend.publishableKey,
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
  expect((await signIn(` ${salesId.toLowerCase()} `)).status).toBe(200);
  expect((await ops('rep', 'list')).find((line) => line.startsWith('new@corvane.example'))).toMatch(
    /^new@corvane\.example\tNew Rep\tenabled\t0 customers, 0 open links\t0 open requests\t1 live sessions\tlast sign-in /,
  );
});

test('the same address is not added twice', async () => {
  await addRep('twice@corvane.example');
  await expect(addRep('Twice@corvane.example')).rejects.toThrow(
    'twice@corvane.example is already a sales representative',
  );
});

test('a disabled representative is signed out at once and cannot sign in again', async () => {
  const salesId = await addRep('leaver@corvane.example');
  const { sessionToken } = (await (await signIn(salesId)).json()) as { sessionToken: string };
  expect(await pricesSeenWith(sessionToken)).toHaveLength(4);
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
  const [row] = await stand.backend.sql<{ email: string }>(
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
      `The data of ${email} was erased, so the account stays closed.`,
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
    'taken@corvane.example is already a sales representative',
  );
  await expect(edit('--new-email', 'nobody')).rejects.toThrow('--new-email is not an email address');
  await expect(edit('--name', 'x'.repeat(201))).rejects.toThrow(
    '--name has 201 characters. Use at most 200.',
  );
  expect(await edit('--new-email', 'Right@corvane.example')).toEqual([
    'right@corvane.example\tZoë "Z" O\'Neil',
  ]);
  expect(await pricesSeenWith(sessionToken)).toHaveLength(4);
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
  const rows = await stand.backend.sql<{ event: string }>(
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

test('the sales ID stays valid when sessions end', async () => {
  const salesId = await addRep('everywhere@corvane.example');
  const tokens = await Promise.all(
    [1, 2].map(async () => ((await (await signIn(salesId)).json()) as { sessionToken: string }).sessionToken),
  );
  expect(await ops('rep', 'sessions', 'end', '--email', 'everywhere@corvane.example')).toEqual([
    '2 sessions ended.',
  ]);
  for (const token of tokens) expect(await pricesSeenWith(token)).toMatchObject(SESSION_OVER);
  expect((await signIn(salesId)).status).toBe(200);
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
  expect(await pricesSeenWith(second?.sessionToken ?? '')).toHaveLength(4);
});

test('a customer is listed with their access state, and their access can be revoked', async () => {
  const [first] = await api().customers();
  const email = first?.email ?? '';
  expect((await ops('customer', 'list')).some((line) => line.startsWith(`${email}\t`))).toBe(true);
  const lines = (await ops('customer', 'list', '--json')).map((line) => JSON.parse(line));
  expect(lines.find((line) => line.email === email)).toEqual({
    ...first,
    rep_email: (await api().reps()).find(({ id }) => id === first?.qualified_by)?.email,
  });
  await ops('customer', 'revoke', '--email', email.toUpperCase());
  expect(await ops('customer', 'revoke', '--email', email)).toEqual([`${email} had none.`]);
  expect((await ops('customer', 'list')).find((line) => line.startsWith(`${email}\t`))).toContain(
    '\trevoked\t',
  );
});

test('customers beyond one answer of the API are listed, found and revoked', async () => {
  await stand.backend.sql(`
    insert into public.qualified_leads (email, name, company, qualified_by, token_expires_at)
    select 'many' || lpad(n::text, 4, '0') || '@engine.example', 'Many', 'Engines', (select id from public.sales_representatives limit 1), now() + interval '1 day'
    from generate_series(1, 1200) as n`);
  const [count] = await stand.backend.sql<{ n: number }>(
    'select count(*)::int as n from public.qualified_leads',
  );
  // Both limits, as a project may set a lower one: supabase/config.toml, max_rows.
  for (const maxRows of [1000, 400]) {
    const listed = await runOps({ ...stand.connection, fetch: cappedFetch(maxRows) }, ['customer', 'list']);
    expect(listed).toHaveLength(count?.n ?? 0);
    expect(new Set(listed).size).toBe(listed.length);
  }
  const revoked = await runOps({ ...stand.connection, fetch: cappedFetch(1000) }, [
    'customer',
    'revoke',
    '--email',
    'Many1200@engine.example',
  ]);
  expect(revoked).toEqual(['The access of many1200@engine.example is revoked.']);
});

/** The API as hosted: no answer has more rows than `max_rows`, whatever was asked for. */
function cappedFetch(maxRows: number): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const response = await call(request);
    if (request.method !== 'GET' || !response.ok) return response;
    return Response.json(((await response.json()) as unknown[]).slice(0, maxRows));
  };
}

test('the words for access follow the clock', () => {
  const customer = { token_expires_at: '2026-03-01T12:00:00Z', has_accessed: false, revoked_at: null };
  expect(accessOf(customer, Date.parse('2026-03-01T11:59:59Z'))).toBe('issued, until 2026-03-01T12:00:00Z');
  expect(accessOf({ ...customer, has_accessed: true }, Date.parse('2026-03-01T11:59:59Z'))).toMatch(
    /^opened/,
  );
  expect(accessOf(customer, Date.parse('2026-03-01T12:00:00Z'))).toBe('expired');
  expect(accessOf({ ...customer, token_expires_at: null }, 0)).toBe('no link');
});

test.each([
  [['rep', 'frobnicate'], 'Unknown command: "rep frobnicate"'],
  [['rep', 'add', '--phone', '1'], 'has no option --phone'],
  [['rep', 'add', '--name'], '--name needs a value'],
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
    new Request(`${STAND_URL}/functions/v1/submit-contact`, {
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
            disabled_at: null,
            is_manager: false,
            created_at: '2026-11-21T12:00:00Z',
            sales_id_since: null,
          },
          ...{ customers: 0, open_links: 0, open_requests: 0, last_sign_in_at: null, live_sessions: 0 },
        },
      ],
      ...{ has_more: false, next_after: null, now: '2026-11-21T12:00:00Z' },
      counts: { enabled: 1, disabled: 0, managers: 0 },
    },
    find_contact_requests: {
      rows: [
        {
          ...{
            request_id: crypto.randomUUID(),
            created_at: '2026-11-21T12:00:00Z',
            status: 'new',
            version: 1,
          },
          ...{
            first_name: forged,
            last_name: forged,
            email: 'ada@engine.example',
            company: forged,
            phone: '',
          },
          ...{ job_title: '', job_role: '', message: forged, project_type: 'contact', source: '', tier: '' },
          ...{ utm: {}, referrer: '', status_changed_at: null, staff_note: '', assigned_to: null },
          ...{ quarantined_at: null, notified_at: null, consent_withdrawn_at: null },
        },
      ],
      ...{ has_more: false, next_after: null, now: '2026-11-21T12:00:00Z' },
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
