import { afterAll, beforeAll, expect, test } from 'vitest';
import { BAIT, layBait } from '../fixtures/bait.ts';
import { qualify } from '../fixtures/qualify.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
let repA: string;
let repB: string;
let manager: string;

beforeAll(async () => {
  api = await startTestBackend();
  const tokens = await layBait(api);
  repA = tokens['rep A'] ?? '';
  repB = tokens['rep B'] ?? '';
  manager = tokens.manager ?? '';
});

afterAll(() => api.close());

test('holds failed and successful sign-ins of representatives, with IP address and browser', async () => {
  const [salesId = ''] = api.backend.demo.salesIds;
  await api.call('/functions/v1/sign-in-rep', { body: { salesId: 'WRONG' }, ip: '198.51.100.14' });
  await api.signIn(salesId, '198.51.100.14');
  const rows = await api.sql<{ event: string; known: boolean }>(
    `select event, sales_rep_id is not null as known from public.audit_events
     where ip_address = '198.51.100.14' order by line_number`,
  );
  expect(rows).toEqual([
    { event: 'rep_sign_in_failed', known: false },
    { event: 'rep_signed_in', known: true },
  ]);
});

test.each(["set event = 'code_sent'", 'delete', 'truncate'])(
  'refuses every role, its owner included: %s',
  async (change) => {
    const statement = {
      delete: 'delete from public.audit_events',
      truncate: 'truncate public.audit_events',
    }[change];
    await expect(api.sql(statement ?? `update public.audit_events ${change}`)).rejects.toThrow(/append-only/);
  },
);

test('may forget the IP address of a manager, and still names the manager', async () => {
  const detail = { by: 'manager' };
  await api.sql(
    `insert into public.audit_events (event, sales_rep_id, ip_address, user_agent, detail, manager_id)
     values ('rep_disabled', $1, '198.51.100.77', 'Firefox', $2, $3)`,
    [BAIT.rep.A, detail, BAIT.rep.B],
  );
  await api.sql(
    `update public.audit_events set ip_address = null, user_agent = null where ip_address = '198.51.100.77'`,
  );
  expect(
    await api.sql(
      `select ip_address, manager_id, detail from public.audit_events where event = 'rep_disabled'`,
    ),
  ).toEqual([{ ip_address: null, manager_id: BAIT.rep.B, detail }]);
});

test.each(['manager_id', 'contact_request_id'])('refuses to change the %s of a line', async (column) => {
  await expect(api.sql(`update public.audit_events set ${column} = gen_random_uuid()`)).rejects.toThrow(
    /append-only/,
  );
});

test('is not changed with the secret key either', async () => {
  for (const method of ['PATCH', 'DELETE']) {
    const answer = await api.call(`/rest/v1/audit_events?id=eq.${BAIT.audit.A}`, {
      method,
      body: method === 'PATCH' ? { event: 'code_sent' } : undefined,
      key: api.backend.secretKey,
    });
    expect(answer.body.code).toBe('42501');
  }
});

test('moves with the customer when an operator hands them over', async () => {
  const customer = await qualify(api, repA);
  const read = async (token: string) => {
    const answer = await api.rpc('get_customer_timeline', { lead_id: customer.customerId }, token);
    return answer.status === 404
      ? 'unknown customer'
      : answer.body.lines.map((line: { event: string }) => line.event);
  };
  expect(await read(repA)).toEqual(['link_issued']);
  expect(await read(repB)).toBe('unknown customer');
  await api.sql('update public.qualified_leads set qualified_by = $1 where id = $2', [
    BAIT.rep.B,
    customer.customerId,
  ]);
  expect(await read(repA)).toBe('unknown customer');
  expect(await read(repB)).toEqual(['link_issued']);
});

/** Regression: after a handover, a line about what the former representative did named their address and browser. */
test('a manager sees IP addresses and browsers in the trail, a representative does not', async () => {
  const customer = await qualify(api, repA);
  await api.openLink(customer.token, '198.51.100.77');
  const trail = await api.rpc(
    'get_audit_trail',
    { filter: { person: customer.customerId }, page_size: 100 },
    manager,
  );
  const withAddress: [string, boolean][] = trail.body.rows.map(
    (line: { event: string; ip_address: string | null }) => [line.event, line.ip_address !== null],
  );
  expect(withAddress).toContainEqual(['link_issued', true]);
  expect(withAddress).toContainEqual(['link_opened', true]);

  const read = async (token: string) => {
    const answer = await api.rpc('get_customer_timeline', { lead_id: customer.customerId }, token);
    for (const line of trail.body.rows) {
      for (const secret of [line.ip_address, line.user_agent]) {
        if (secret !== null) expect(answer.text).not.toContain(secret);
      }
    }
    expect(answer.text).not.toMatch(/ip_address|user_agent/);
    return answer.body.lines.map(({ event, by }: { event: string; by: string }) => [event, by]);
  };
  const own = await read(repA);
  expect(own).toContainEqual(['link_issued', 'you']);
  await api.sql('update public.qualified_leads set qualified_by = $1 where id = $2', [
    BAIT.rep.B,
    customer.customerId,
  ]);
  expect(await read(repB)).toEqual(
    own.map(([event, by]: [string, string]) => [event, by === 'you' ? 'colleague' : by]),
  );
});

test('holds no secret', async () => {
  const customer = await qualify(api, repA);
  const { cookie, grant } = await api.openLink(customer.token);
  const [row] = await api.sql<{ text: string }>(
    `select string_agg(a::text, '|') as text from public.audit_events a`,
  );
  for (const secret of [customer.token, cookie.split('=')[1] ?? '', grant.sessionToken])
    expect(`${row?.text} ${api.log.join(' ')}`).not.toContain(secret);
  expect(row?.text).not.toMatch(new RegExp(`\\b${customer.code}\\b|[0-9a-f]{64}`));
});

test('a rolled-back change leaves no line, and a line that cannot be written rolls the change back', async () => {
  const customer = await qualify(api, repA);
  await api.sql('alter table public.audit_events add constraint shut check (occurred_at is null) not valid');
  const revoke = () =>
    api.call('/functions/v1/revoke-access', { body: { customerId: customer.customerId }, token: repA });
  expect((await revoke()).status).toBe(500);
  await api.sql('alter table public.audit_events drop constraint shut');
  await api.openLink(customer.token);
  expect((await revoke()).status).toBe(200);
});
