import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpsStand, opsStand } from '../ops-stand.ts';

let stand: OpsStand;
let folder: string;
beforeAll(async () => {
  stand = await opsStand();
  folder = await mkdtemp(path.join(tmpdir(), 'corvane-person-'));
});
afterAll(() => stand.close());

const ops = (...args: readonly string[]) => stand.ops(...args);
const sql = <T>(text: string, params: unknown[] = []) => stand.backend.sql<T>(text, params);

/** A person everywhere: a customer with sessions, openings, a note and a sale, two contact requests, a code. */
async function storePerson(email: string, name: string): Promise<string> {
  const [rep] = await sql<{ id: string }>(
    `select id from public.sales_representatives order by email limit 1`,
  );
  const [customer] = await sql<{ id: string }>(
    `insert into public.qualified_leads (email, name, company, qualified_by, access_token_hash, token_expires_at)
     values ($1::text, $2, 'Quillfeather Ltd', $3, encode(sha256(convert_to($1::text, 'UTF8')), 'hex'), now() + interval '1 hour') returning id`,
    [email, name, rep?.id],
  );
  const [sale] = await sql<{ id: string }>(
    `insert into public.sales_records (sales_rep_id, sale_date, qualified_lead_id, product_name, billing_frequency,
       sale_amount, commission) values ($1, '2026-10-05', $2, 'Moonshot', 'annual', 1234500, 4242) returning id`,
    [rep?.id, customer?.id],
  );
  await sql(
    `insert into public.customer_sessions (qualified_lead_id, ip_address, user_agent, refresh_hash, expires_at)
     values ($1, '203.0.113.77', 'Quillfeather Browser', encode(sha256(convert_to($2, 'UTF8')), 'hex'), now() + interval '1 hour')`,
    [customer?.id, `session ${email}`],
  );
  await sql(
    `insert into public.pricing_reveals (qualified_lead_id, ip_address, user_agent) values ($1, '203.0.113.77', 'QB')`,
    [customer?.id],
  );
  await sql(`insert into private.customer_notes values ($1, $2, 'Prefers the phone.')`, [
    customer?.id,
    rep?.id,
  ]);
  await sql(
    `insert into public.audit_events (event, sales_rep_id, qualified_lead_id, ip_address, user_agent)
     values ('customer_signed_in', $1, $2, '203.0.113.77', 'Quillfeather Browser')`,
    [rep?.id, customer?.id],
  );
  for (const spelling of [email, email.toUpperCase()]) {
    await sql(
      `insert into public.contact_submissions (id, first_name, last_name, email, company, project_type, message,
         consent_version, consent_text, consented_at)
       values (gen_random_uuid(), $1, 'Second', $2, 'Quillfeather Ltd', 'demo', '<b>Hello</b>', 'v1', 'Yes', now())`,
      [name, spelling],
    );
  }
  await sql(
    `insert into private.verification_codes (id, sales_rep_id, email, name, code_hash)
     values (gen_random_uuid(), $1, $2, $3, $4)`,
    [rep?.id, email, name, 'a'.repeat(64)],
  );
  return sale?.id ?? '';
}

/** Every row of every table of ours, as text, that contains one of the texts. */
async function rowsWith(...texts: string[]): Promise<string[]> {
  const tables = await sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    for (const { row } of await sql<{ row: string }>(`select t::text as row from ${name} t`)) {
      if (texts.some((text) => row.toLowerCase().includes(text.toLowerCase()))) found.push(`${name}: ${row}`);
    }
  }
  return found;
}

test('a person is found by a part of the address or the name, in any case, with all places', async () => {
  await storePerson('ines.marrow@quill.example', 'Inês Marrow');
  const line = 'ines.marrow@quill.example\tInês Marrow, Inês Marrow Second\tcode, contact request, customer';
  expect(await ops('person', 'find', 'MARROW@quill')).toEqual([line]);
  expect(await ops('person', 'find', 'inês marrow')).toEqual([line]);
  // Accents do not count.
  expect(await ops('person', 'find', 'ines mar')).toEqual([line]);
  expect(await ops('person', 'find', '%%')).toEqual(['None.']);
  for (const text of ['', ' x ', 'x'.repeat(201)]) {
    await expect(ops('person', 'find', text)).rejects.toThrow('needs a text of 2 to 200 characters');
  }
});

test('all stored data of a person is exported as data and as a page, without secrets', async () => {
  await storePerson('export@quill.example', 'Ex "Port" <script>');
  const json = path.join(folder, 'person.json');
  const html = path.join(folder, 'person.html');
  await ops('person', 'export', '--email', 'Export@Quill.example', '--out', json);
  await ops('person', 'export', '--email', 'export@quill.example', '--out', html);
  const text = await readFile(json, 'utf8');
  const person = JSON.parse(text);
  expect(person.customer).toMatchObject({
    name: 'Ex "Port" <script>',
    openings: [{ ipAddress: '203.0.113.77' }],
    sessions: [{ userAgent: 'Quillfeather Browser' }],
    notes: [{ note: 'Prefers the phone.' }],
    sales: [{ productName: 'Moonshot', amountCents: 1_234_500 }],
    trail: [{ event: 'customer_signed_in' }],
  });
  expect(person.requests).toHaveLength(2);
  expect(person.codes).toHaveLength(1);
  expect(text).not.toMatch(/hash|[0-9a-f]{64}|4242/);
  const page = await readFile(html, 'utf8');
  expect(page).toContain('Prefers the phone.');
  expect(page).not.toMatch(/<script|<b>/);
  expect((await stat(json)).mode & 0o077).toBe(0);
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('an export of an unknown person, without a file or to an unwritable place says so', async () => {
  const file = path.join(folder, 'nobody.json');
  await expect(ops('person', 'export', '--email', 'nobody@quill.example', '--out', file)).rejects.toThrow(
    'Nothing is stored about nobody@quill.example',
  );
  await expect(ops('person', 'export', '--email', 'nobody@quill.example')).rejects.toThrow(
    '--out needs a file that ends in .json or .html',
  );
  await storePerson('nowhere@quill.example', 'No Where');
  const nowhere = path.join(folder, 'no', 'where.json');
  await expect(ops('person', 'export', '--email', 'nowhere@quill.example', '--out', nowhere)).rejects.toThrow(
    'cannot be written (ENOENT)',
  );
});

test('consent is withdrawn once on every request of a person, and the consent text stays', async () => {
  await storePerson('consent@quill.example', 'Con Sent');
  const withdraw = () => ops('person', 'withdraw-consent', '--email', 'consent@quill.example');
  expect(await withdraw()).toEqual(['Consent of consent@quill.example is withdrawn on 2 contact requests.']);
  expect(await withdraw()).toEqual([
    'consent@quill.example has not agreed to being contacted, or has withdrawn it already.',
  ]);
  const rows = await sql<{ consent_text: string; is_withdrawn: boolean }>(
    `select consent_text, consent_withdrawn_at is not null as is_withdrawn
     from public.contact_submissions where lower(email) = 'consent@quill.example'`,
  );
  expect(rows).toEqual([
    { consent_text: 'Yes', is_withdrawn: true },
    { consent_text: 'Yes', is_withdrawn: true },
  ]);
});

test('an erased person is in no row of any table; their sale, its figures and the trail stay', async () => {
  const sale = await storePerson('gone@quill.example', 'Vanya Gone');
  const totals = await sql('select * from private.sales_daily_totals order by 1, 2, 3, 4, 5, 6');
  const [before] = await sql<{ lines: number }>('select count(*)::int as lines from public.audit_events');
  expect(await ops('person', 'erase', '--email', 'GONE@quill.example')).toEqual([
    'gone@quill.example is erased:',
    'customer\terased',
    'representative\tnone',
    'contact requests\t2',
    'codes\t1',
    'texts of others that no longer mention them\t0',
    'This command cannot delete sent mails and backups.',
  ]);
  expect(await rowsWith('gone@quill.example', 'Vanya Gone')).toEqual([]);
  expect(
    await sql('select commission::int, qualified_lead_id from public.sales_records where id = $1', [sale]),
  ).toEqual([{ commission: 4242, qualified_lead_id: null }]);
  expect(await sql('select * from private.sales_daily_totals order by 1, 2, 3, 4, 5, 6')).toEqual(totals);
  const trail = await sql<{ event: string; ip_address: string | null }>(
    `select event, ip_address from public.audit_events where qualified_lead_id = (
       select qualified_lead_id from public.audit_events where event = 'person_erased' order by line_number desc limit 1
     ) order by line_number`,
  );
  expect(trail).toEqual([
    { event: 'customer_signed_in', ip_address: null },
    // The question before an erasure needs what is stored.
    { event: 'person_opened', ip_address: null },
    { event: 'person_erased', ip_address: null },
  ]);
  const [after] = await sql<{ lines: number }>('select count(*)::int as lines from public.audit_events');
  expect((after?.lines ?? 0) - (before?.lines ?? 0)).toBe(2);
  await expect(ops('person', 'erase', '--email', 'gone@quill.example')).rejects.toThrow(
    'Nothing is stored about',
  );
});

test('texts of others lose the address and the full name, or only the address with --keep-names', async () => {
  await storePerson('asker@quill.example', 'Asker');
  await sql(
    `update public.contact_submissions set message = 'Ask Told@quill.example, or Tolda Quillfeather herself'
     where lower(email) = 'asker@quill.example'`,
  );
  const message = async () =>
    (
      await sql<{ message: string }>(
        `select distinct message from public.contact_submissions where lower(email) = 'asker@quill.example'`,
      )
    ).map((row) => row.message);
  await storePerson('told@quill.example', 'Tolda Quillfeather');
  expect(await ops('person', 'erase', '--email', 'told@quill.example', '--keep-names')).toContain(
    'texts of others that no longer mention them\t2',
  );
  expect(await message()).toEqual(['Ask [erased], or Tolda Quillfeather herself']);
  await storePerson('told@quill.example', 'Tolda Quillfeather');
  const [answer] = await ops('person', 'erase', '--email', 'told@quill.example', '--json');
  expect(JSON.parse(answer ?? '')).toMatchObject({ outcome: 'erased', redacted: 2, contactRequests: 2 });
  expect(await message()).toEqual(['Ask [erased], or [erased] herself']);
});

test('one mail that may just have been sent is counted in the singular', async () => {
  await storePerson('mailed@quill.example', 'Mailed');
  await sql(
    `select public.claim_contact_notification(id, 60) from public.contact_submissions
     where email = 'mailed@quill.example' limit 1`,
  );
  expect(await ops('person', 'erase', '--email', 'mailed@quill.example')).toContain(
    '1 mail to the team about this person may just have been sent. Delete it there.',
  );
});

test('name, company and phone are corrected, and the trail names only the fields', async () => {
  await storePerson('typo@quill.example', 'Typpo');
  const correct = (...args: string[]) => ops('person', 'correct', '--email', 'Typo@quill.example', ...args);
  await correct('--name', 'Typo <b>', '--company', 'Right Ltd');
  expect(
    await sql(`select name, company from public.qualified_leads where email = 'typo@quill.example'`),
  ).toEqual([{ name: 'Typo <b>', company: 'Right Ltd' }]);
  const [request] = await sql<{ id: string }>(
    `select id from public.contact_submissions where email = 'typo@quill.example'`,
  );
  await correct('--request', request?.id ?? '', '--phone', '+1 555', '--last-name', '');
  const lines = await sql<{ detail: unknown }>(
    `select private.line_detail(detail, contact_request_id, manager_id) as detail
     from public.audit_events where event = 'person_corrected' order by line_number`,
  );
  expect(lines.map(({ detail }) => detail)).toEqual([
    { by: 'operator', of: 'customer', fields: ['company', 'name'] },
    { by: 'operator', of: 'contact_request', fields: ['last_name', 'phone'], requestId: request?.id },
  ]);
  await expect(correct('--phone', '1')).rejects.toThrow(
    '--phone is not stored there. Correct one of --name, --company.',
  );
  await expect(correct('--name', 'Typo <b>')).rejects.toThrow(
    'Nothing to correct: these texts are stored already.',
  );
  await expect(correct('--request', request?.id ?? '', '--first-name', ' ')).rejects.toThrow(
    '--first-name: Please fill this in',
  );
  await expect(correct('--request', crypto.randomUUID(), '--phone', '1')).rejects.toThrow(
    'has no contact request',
  );
});

test('a representative is erased only when disabled and without customers; their sales stay', async () => {
  await ops('rep', 'add', '--name', 'Leaving Larkspur', '--email', 'leaving@corvane.example');
  await ops('rep', 'add', '--name', 'Staying', '--email', 'staying@corvane.example');
  const [rep] = await sql<{ id: string }>(
    `select id from public.sales_representatives where email = 'leaving@corvane.example'`,
  );
  await storePerson('kept@quill.example', 'Kept');
  await sql('update public.qualified_leads set qualified_by = $1 where email = $2', [
    rep?.id,
    'kept@quill.example',
  ]);
  await sql(
    'update public.sales_records set sales_rep_id = $1 where qualified_lead_id = (select id from public.qualified_leads where email = $2)',
    [rep?.id, 'kept@quill.example'],
  );
  const erase = () => ops('person', 'erase', '--email', 'leaving@corvane.example');
  await expect(erase()).rejects.toThrow('First: ops rep disable --email leaving@corvane.example');
  await ops('rep', 'disable', '--email', 'leaving@corvane.example');
  await expect(erase()).rejects.toThrow('still has 1 customer. First: ops rep hand-over');
  await ops('rep', 'hand-over', '--email', 'leaving@corvane.example', '--to', 'staying@corvane.example');
  expect(await erase()).toContain('representative\terased');
  expect(await rowsWith('leaving@corvane.example', 'Larkspur')).toEqual([]);
  expect(
    await sql('select count(*)::int as sales from public.sales_records where sales_rep_id = $1', [rep?.id]),
  ).toEqual([{ sales: 1 }]);
});
