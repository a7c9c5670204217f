import { expect, test } from 'vitest';
import { OpsApi } from '../api/ops-api.ts';
import { runOps, useOpsFixture } from '../ops-fixture.ts';
import { accessOf } from './customer-commands.ts';

const { ops, sql, fixture } = useOpsFixture();

const call = (request: Request) => fixture().call(request);
const api = () => new OpsApi(fixture().connection);

test('a customer is listed with their access state, and their access can be revoked', async () => {
  const [first] = await api().customers();
  const email = first?.email ?? '';
  expect((await ops('customer', 'list')).some((line) => line.startsWith(`${email}\t`))).toBe(true);
  const lines = (await ops('customer', 'list', '--json')).map((line) => JSON.parse(line));
  expect(lines.find((line) => line.email === email)).toEqual({
    ...first,
    repEmail: (await api().reps()).find(({ id }) => id === first?.qualifiedBy)?.email,
  });
  await ops('customer', 'revoke', '--email', email.toUpperCase());
  expect(await ops('customer', 'revoke', '--email', email)).toEqual([`${email} had none.`]);
  expect((await ops('customer', 'list')).find((line) => line.startsWith(`${email}\t`))).toContain(
    '\trevoked\t',
  );
});

test('customers beyond one answer of the API are listed, found and revoked', async () => {
  await sql(`
    insert into public.qualified_leads (email, name, company, qualified_by, token_expires_at)
    select 'many' || lpad(n::text, 4, '0') || '@engine.example', 'Many', 'Engines', (select id from public.sales_representatives limit 1), now() + interval '1 day'
    from generate_series(1, 1200) as n`);
  const [count] = await sql<{ n: number }>('select count(*)::int as n from public.qualified_leads');
  // Both limits, as a project may set a lower one: supabase/config.toml, max_rows.
  for (const maxRows of [1000, 400]) {
    const listed = await runOps({ ...fixture().connection, fetch: cappedFetch(maxRows) }, [
      'customer',
      'list',
    ]);
    expect(listed).toHaveLength(count?.n ?? 0);
    expect(new Set(listed).size).toBe(listed.length);
  }
  const revoked = await runOps({ ...fixture().connection, fetch: cappedFetch(1000) }, [
    'customer',
    'revoke',
    '--email',
    'Many1200@engine.example',
  ]);
  expect(revoked).toEqual(['The access of many1200@engine.example is revoked.']);
});

/** The API as hosted: no answer has more rows than `max_rows`, even if more were asked for. */
function cappedFetch(maxRows: number): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const response = await call(request);
    const rows: unknown = await response.clone().json();
    return Array.isArray(rows) ? Response.json(rows.slice(0, maxRows)) : response;
  };
}

test('the words for access follow the clock', () => {
  const customer = { tokenExpiresAt: '2026-03-01T12:00:00Z', hasAccessed: false, revokedAt: null };
  expect(accessOf(customer, Date.parse('2026-03-01T11:59:59Z'))).toBe('issued, until 2026-03-01T12:00:00Z');
  expect(accessOf({ ...customer, hasAccessed: true }, Date.parse('2026-03-01T11:59:59Z'))).toMatch(/^opened/);
  expect(accessOf(customer, Date.parse('2026-03-01T12:00:00Z'))).toBe('expired');
  expect(accessOf({ ...customer, tokenExpiresAt: null }, 0)).toBe('no link');
});
