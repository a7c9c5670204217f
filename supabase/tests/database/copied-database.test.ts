import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { qualify, sendCode } from '../fixtures/qualify.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;

beforeAll(async () => {
  api = await startTestBackend();
});

afterAll(() => api.close());

/** Every text in every column of every table, including every text inside JSON. */
async function everyText(): Promise<string[]> {
  const columns = await api.sql<{ table: string; column: string; type: string }>(`
    select format('%I.%I', n.nspname, c.relname) as table, quote_ident(a.attname) as column,
      format_type(a.atttypid, null) as type
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and format_type(a.atttypid, null) in ('text', 'uuid', 'jsonb')`);
  const texts = new Set<string>();
  for (const { table, column } of columns) {
    const rows = await api.sql<{ value: string }>(
      `select distinct ${column}::text as value from ${table} where ${column} is not null`,
    );
    for (const { value } of rows)
      for (const part of [value, ...(value.match(/"[^"]+"/g) ?? [])]) texts.add(part);
  }
  return [...texts].map((text) => text.replace(/^"|"$/g, '')).filter((text) => text.trim() !== '');
}

test('a copied database does not let anyone sign in', async () => {
  const salesId = api.backend.demo.salesIds[0] ?? '';
  const rep = await api.signIn(salesId);
  const customer = await qualify(api, rep.grant.sessionToken);
  const session = await api.openLink(customer.token);
  const waiting = await sendCode(api, rep.grant.sessionToken, 'waiting@engine.example');
  // Sales rows differ only in their ids, and are many.
  await api.sql(`delete from public.sales_records where sale_date < now() - interval '90 days'`);

  const texts = await everyText();
  const secrets = [
    salesId,
    api.backend.demo.accessToken,
    customer.token,
    customer.code,
    rep.cookie.split('=')[1] ?? '',
    session.cookie.split('=')[1] ?? '',
    rep.grant.sessionToken,
    session.grant.sessionToken,
    ...(Object.values(JSON.parse(readFileSync(join(api.dataDir, 'secrets.json'), 'utf8'))) as string[]),
  ];
  expect(texts.length).toBeGreaterThan(150);
  expect(texts.filter((text) => secrets.includes(text))).toEqual([]);

  let n = 0;
  const worked: string[] = [];
  const attempt = async (name: string, body: unknown, headers: Record<string, string> = {}) => {
    // Each attempt has its own address. Otherwise the limits would hide what a patient attacker could find.
    const ip = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n++ & 255}`;
    const answer = await api.call(`/functions/v1/${name}`, { body, headers, ip });
    if (answer.status < 300) worked.push(`${name} ${JSON.stringify(body)}`);
    else expect([400, 401, 429]).toContain(answer.status);
  };
  for (const text of texts) {
    await attempt('sign-in-rep', { salesId: text });
    await attempt('sign-in-customer', { token: text });
    // Headers carry no line breaks and little beyond ASCII.
    if (/^[\x21-\x7e]+$/.test(text)) {
      await attempt('renew-session', {}, { cookie: `corvane_refresh=${text}` });
      await attempt('send-verification', { email: 'x@engine.example' }, { authorization: `Bearer ${text}` });
      await attempt(
        'issue-access-link',
        { verificationId: waiting.body.verificationId, code: text.slice(0, 6) },
        { authorization: `Bearer ${text}` },
      );
    }
  }
  expect(worked).toEqual([]);
});
