import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { useOpsFixture } from '../ops-fixture.ts';

const { ops, sql, fixture } = useOpsFixture();

/** A customer who also sent two contact requests and was mailed a code. */
async function storePerson(email: string, name: string): Promise<void> {
  const [rep] = await sql<{ id: string }>(
    `select id from public.sales_representatives order by email limit 1`,
  );
  await sql(
    `insert into public.qualified_leads (email, name, company, qualified_by, access_token_hash, token_expires_at)
     values ($1::text, $2, 'Quillfeather Ltd', $3, encode(sha256(convert_to($1::text, 'UTF8')), 'hex'), now() + interval '1 hour')`,
    [email, name, rep?.id],
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
  const json = path.join(fixture().dataDir, 'person.json');
  const html = path.join(fixture().dataDir, 'person.html');
  await ops('person', 'export', '--email', 'Export@Quill.example', '--out', json);
  await ops('person', 'export', '--email', 'export@quill.example', '--out', html);
  const text = await readFile(json, 'utf8');
  const person = JSON.parse(text);
  expect(person.customer).toMatchObject({ name: 'Ex "Port" <script>', company: 'Quillfeather Ltd' });
  expect(person.requests).toHaveLength(2);
  expect(person.codes).toHaveLength(1);
  expect(text).not.toMatch(/hash|[0-9a-f]{64}/);
  const page = await readFile(html, 'utf8');
  expect(page).toContain('Quillfeather Ltd');
  expect(page).not.toMatch(/<script|<b>/);
  expect((await stat(json)).mode & 0o077).toBe(0);
  expect((await readdir(fixture().dataDir)).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('an export of an unknown person, without a file or to an unwritable place says so', async () => {
  const file = path.join(fixture().dataDir, 'nobody.json');
  await expect(ops('person', 'export', '--email', 'nobody@quill.example', '--out', file)).rejects.toThrow(
    'Nothing is stored about this address.',
  );
  await expect(ops('person', 'export', '--email', 'nobody@quill.example')).rejects.toThrow(
    '--out needs a file that ends in .json or .html',
  );
  await storePerson('nowhere@quill.example', 'No Where');
  const nowhere = path.join(fixture().dataDir, 'no', 'where.json');
  await expect(ops('person', 'export', '--email', 'nowhere@quill.example', '--out', nowhere)).rejects.toThrow(
    'cannot be written (ENOENT)',
  );
});

test('consent is withdrawn once, on every request of a person', async () => {
  await storePerson('consent@quill.example', 'Con Sent');
  const withdraw = () => ops('person', 'withdraw-consent', '--email', 'consent@quill.example');
  expect(await withdraw()).toEqual(['Consent of consent@quill.example is withdrawn on 2 contact requests.']);
  expect(await withdraw()).toEqual([
    'consent@quill.example has not agreed to being contacted, or has withdrawn it already.',
  ]);
});

test('an erasure says what it removed, and finds nothing the second time', async () => {
  await storePerson('gone@quill.example', 'Vanya Gone');
  expect(await ops('person', 'erase', '--email', 'GONE@quill.example')).toEqual([
    'gone@quill.example is erased:',
    'customer\terased',
    'representative\tnone',
    'contact requests\t2',
    'codes\t1',
    'texts of others that no longer mention them\t0',
    'This command cannot delete sent mails and backups.',
  ]);
  await expect(ops('person', 'erase', '--email', 'gone@quill.example')).rejects.toThrow(
    'Nothing is stored about',
  );
});

test('texts of others lose the address and the full name, or only the address with --names keep', async () => {
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
  expect(await ops('person', 'erase', '--email', 'told@quill.example', '--names', 'keep')).toContain(
    'texts of others that no longer mention them\t2',
  );
  expect(await message()).toEqual(['Ask [erased], or Tolda Quillfeather herself']);
  await storePerson('told@quill.example', 'Tolda Quillfeather');
  const [answer] = await ops('person', 'erase', '--email', 'told@quill.example', '--json');
  expect(JSON.parse(answer ?? '')).toMatchObject({ outcome: 'erased', redacted: 2, contactRequests: 2 });
  expect(await message()).toEqual(['Ask [erased], or [erased] herself']);
});

/** Regression: the command took any name of a contact request out of all texts, unlike the dialog of the portal. */
test('a name that only contact requests have stays in texts of others, without --names take', async () => {
  await storePerson('reader@quill.example', 'Reader');
  await sql(
    `update public.contact_submissions set message = 'We need a quote, says words@quill.example'
     where lower(email) = 'reader@quill.example'`,
  );
  const message = async () =>
    (
      await sql<{ message: string }>(
        `select distinct message from public.contact_submissions where lower(email) = 'reader@quill.example'`,
      )
    ).map((row) => row.message);
  const erase = async (...names: string[]) => {
    await sql(
      `insert into public.contact_submissions (id, first_name, last_name, email, company, project_type)
       values (gen_random_uuid(), 'A', 'Quote', 'words@quill.example', 'Quillfeather Ltd', 'demo')`,
    );
    return ops('person', 'erase', '--email', 'words@quill.example', ...names);
  };
  await expect(erase('--names', 'all')).rejects.toThrow('--names is take or keep: all');
  await erase();
  expect(await message()).toEqual(['We need a quote, says [erased]']);
  await erase('--names', 'take');
  expect(await message()).toEqual(['We need [erased], says [erased]']);
});

test('an erasure of many texts says how far it is, and ends whole', async () => {
  await storePerson('spoken@quill.example', 'Spoken Quillfeather');
  await sql(
    `insert into public.contact_submissions (id, first_name, email, company, project_type, message)
     select gen_random_uuid(), 'Other', 'other' || n || '@many.example', 'Mills', 'contact', 'Ask spoken@quill.example'
     from generate_series(1, 210) as n`,
  );
  const lines = await ops('person', 'erase', '--email', 'spoken@quill.example');
  expect(lines[0]).toMatch(
    /^Not finished: \d+ records of others changed. At most \d+ more records to read.$/,
  );
  expect(lines).toContain('texts of others that no longer mention them\t210');
  expect(
    await sql(`select from public.contact_submissions where message like '%spoken@quill.example%'`),
  ).toEqual([]);
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
    { by: 'operator', of: 'contact_request', fields: ['lastName', 'phone'], requestId: request?.id },
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

/** Regression: the command said that the person had no such request. */
test('a request that is not listed is not said to be missing', async () => {
  await storePerson('often@quill.example', 'Often');
  await sql(
    `insert into public.contact_submissions (id, first_name, email, company, project_type, created_at)
     select gen_random_uuid(), 'Often', 'often@quill.example', 'Quillfeather Ltd', 'demo', now() + interval '1 second'
     from generate_series(1, 50)`,
  );
  const [oldest] = await sql<{ id: string }>(
    `select id from public.contact_submissions where email = 'often@quill.example' order by created_at limit 1`,
  );
  await expect(
    ops('person', 'correct', '--email', 'often@quill.example', '--request', oldest?.id ?? '', '--phone', '1'),
  ).rejects.toThrow('is not among the contact requests that are listed: the newest 50 of 52');
});

test('what keeps a representative from being erased is said, and what comes first', async () => {
  await ops('rep', 'add', '--name', 'Leaving Larkspur', '--email', 'leaving@corvane.example');
  await ops('rep', 'add', '--name', 'Staying', '--email', 'staying@corvane.example');
  await storePerson('kept@quill.example', 'Kept');
  await sql(
    `update public.qualified_leads set qualified_by = r.id from public.sales_representatives r
     where r.email = 'leaving@corvane.example' and qualified_leads.email = 'kept@quill.example'`,
  );
  const erase = () => ops('person', 'erase', '--email', 'leaving@corvane.example');
  await expect(erase()).rejects.toThrow('can sign in as a representative. Disable them first.');
  await ops('rep', 'disable', '--email', 'leaving@corvane.example');
  await expect(erase()).rejects.toThrow('still has customers. Hand them over first.');
  await ops('rep', 'hand-over', '--email', 'leaving@corvane.example', '--to', 'staying@corvane.example');
  expect(await erase()).toContain('representative\terased');
});
