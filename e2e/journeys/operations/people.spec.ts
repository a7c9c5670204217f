import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { rowsWith } from '../../../supabase/tests/fixtures/rows-with.ts';
import { expect, test } from '../../browser.ts';
import { openOperations } from '../../portal/open-operations.ts';
import { addCustomer, type OwnCustomer, openLink, ownRep } from '../../portal/own-rep.ts';
import { expectAccessible } from '../../portal/portal.ts';
import { insertRows, queryDatabase, readRows, stack } from '../../stack.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const database = { sql: queryDatabase };

interface Stored extends OwnCustomer {
  surname: string;
  saleId: string;
  /** Request of another person, with a note that mentions this person. */
  otherRequestId: string;
}

/**
 * A person in all places: an open link, a session, a note, a sale, a request, a code, and a note about another
 * person.
 */
async function storePerson(): Promise<Stored> {
  const rep = await ownRep();
  const tag = randomUUID();
  const surname = `Quill${tag.slice(0, 8).replace(/\d/g, (digit) => String.fromCharCode(103 + Number(digit)))}`;
  const customer = await addCustomer(rep.id, { email: `vera.${tag}@person.example` });
  const { customerId, email } = customer;
  await openLink(customer);
  await queryDatabase(`update public.qualified_leads set name = 'Vera ' || $2 where id = $1`, [
    customerId,
    surname,
  ]);
  await queryDatabase(`insert into private.customer_notes values ($1, $2, $3)`, [
    customerId,
    rep.id,
    `${surname} prefers the phone.`,
  ]);
  await queryDatabase(
    `insert into private.verification_codes (id, sales_rep_id, email, name, code_hash)
     values (gen_random_uuid(), $1, $2, 'Vera ' || $3::text, repeat('a', 64))`,
    [rep.id, email, surname],
  );
  const [sale] = await queryDatabase<{ id: string }>(
    `insert into public.sales_records (sales_rep_id, sale_date, qualified_lead_id, product_name, billing_frequency,
       sale_amount, commission) values ($1, '2026-10-05', $2, 'Moonshot', 'annual', 1234500, 100) returning id`,
    [rep.id, customerId],
  );
  const otherRequestId = randomUUID();
  const request = { company: 'Mills', project_type: 'demo', message: '<b>Hello</b>' };
  await insertRows('contact_submissions', [
    {
      ...request,
      id: randomUUID(),
      first_name: 'Vera',
      last_name: surname,
      email: email.toUpperCase(),
      staff_note: '',
    },
    {
      ...request,
      id: otherRequestId,
      first_name: 'Olaf',
      last_name: 'Other',
      email: `olaf.${tag}@other.example`,
      staff_note: `Colleague of Vera ${surname} (${email}).`,
    },
  ]);
  return { ...customer, surname, saleId: sale?.id ?? '', otherRequestId };
}

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search people' });

async function openPerson(page: Page, { email, surname }: Stored): Promise<void> {
  await page.getByRole('tab', { name: 'People' }).click();
  await expect(page.getByRole('table', { name: 'How long data is kept' })).toBeVisible();
  await search(page).fill(email.slice(0, 20).toUpperCase());
  const person = page.getByRole('row').filter({ hasText: surname });
  await expect(person).toContainText('code, contact request, customer');
  await person.getByRole('button').click();
  await expect(page.getByRole('heading', { name: email })).toBeFocused();
}

/** Regression: folded lists were left out on paper, without a word, and an unfolded one had no name. */
test('a printed person has every list unfolded, each below its name', async ({ page }) => {
  const person = await storePerson();
  await openOperations(page, 'Pia Printer', 'People');
  await openPerson(page, person);
  await page.emulateMedia({ media: 'print' });
  const paper = page.getByRole('main');
  await expect(paper.getByText('Back to the search')).toBeHidden();
  for (const [list, entry] of [
    ['Notes of representatives', `${person.surname} prefers the phone.`],
    ['Sign-ins', String(new Date().getFullYear())],
    ['Openings', String(new Date().getFullYear())],
    ['Sales', 'Moonshot, annual'],
    ['Audit trail', 'Link opened'],
    ['Texts that mention this person', `Colleague of Vera ${person.surname}`],
  ] as const) {
    const part = paper.getByRole('group').filter({ hasText: list });
    await expect(part.getByText(list).first()).toBeVisible();
    await expect(part.getByText(entry).first()).toBeVisible();
  }
});

test('a person is found, exported and erased, and is then nowhere in the database', async ({ page }) => {
  const person = await storePerson();
  const { email, surname } = person;
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const manager = await openOperations(page, 'Mona Manager', 'People');
  await openPerson(page, person);
  for (const text of ['Notes of representatives', 'Sign-ins', 'Openings', 'Sales', '<b>Hello</b>', 'Mills']) {
    await expect(page.getByRole('tabpanel').getByText(text).first()).toBeVisible();
  }
  await expectAccessible(page);

  for (const [name, kind] of [
    ['Export as data', 'json'],
    ['Export as a page', 'html'],
  ]) {
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(new RegExp(`^stored-data-[\\d-]{10}\\.${kind}$`));
    const text = await readFile(await file.path(), 'utf8');
    expect(text).toContain(`${surname} prefers the phone.`);
    expect(text).not.toMatch(kind === 'html' ? /<b>/ : /hash/);
  }

  // Texts about other people are shown before the name is removed from them.
  await page.getByRole('button', { name: 'Erase this person' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Read them first').click();
  await expect(dialog.getByText(`Colleague of Vera ${surname} (${email}).`)).toBeVisible();
  await dialog.getByLabel('Type the address to confirm', { exact: true }).fill('somebody@else.example');
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await expect(dialog.getByText('This is not the address above')).toBeVisible();
  expect(await rowsWith(database, email)).not.toEqual([]);
  await dialog.getByLabel('Type the address to confirm', { exact: true }).fill(email);
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await expect(page.getByText('Nothing is stored about this person any more.')).toBeVisible();
  await expect(page.getByText('No people found.')).toBeVisible();

  // A dump of every row of every table, as text.
  expect(await rowsWith(database, email, surname)).toEqual([]);
  expect(await readRows('contact_submissions', { id: person.otherRequestId })).toMatchObject([
    { staff_note: 'Colleague of [erased] ([erased]).' },
  ]);
  // Figures stay, the link has ended, and the audit trail says who did what.
  expect(await readRows('sales_records', { id: person.saleId })).toMatchObject([
    { sale_amount: 1_234_500, qualified_lead_id: null },
  ]);
  await expect(openLink(person)).rejects.toThrow('answered 401');
  const byManager = { qualified_lead_id: person.customerId, detail: { by: 'manager' } };
  const trail = await readRows('audit_events', byManager, 'order by line_number');
  expect(trail).toMatchObject(
    ['person_opened', 'person_exported', 'person_exported', 'person_erased'].map((event) => ({
      event,
      manager_id: manager.id,
    })),
  );
  // The address is neither in a URL nor in the page's address.
  expect(page.url()).toBe(`${stack.url}/sales-portal/operations?tab=people`);
  const sought = [email, surname, encodeURIComponent(email)].map((text) => text.toLowerCase());
  expect(requested.filter((url) => sought.some((text) => url.toLowerCase().includes(text)))).toEqual([]);
});

test('a manager with only a keyboard finds and corrects a person, and a search without matches shows a message', async ({
  page,
}) => {
  const person = await storePerson();
  await openOperations(page, 'Kim Manager', 'People');
  await expect(search(page)).toBeVisible();
  await page.getByRole('tab', { name: 'People' }).press('/');
  await expect(search(page)).toBeFocused();
  await page.keyboard.type('%_\\nobody');
  await expect(page.getByText('No people found.')).toBeVisible();
  await search(page).fill(person.surname);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row').filter({ hasText: person.email })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: person.email })).toBeFocused();
  const correct = page.getByRole('button', { name: 'Correct the customer' });
  await correct.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Correct the customer' });
  await dialog.getByLabel('Company', { exact: true }).fill('Byron <i>&</i> Sons');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.locator('#main').getByText('Byron <i>&</i> Sons')).toBeVisible();
  await expect(correct).toBeFocused();
  expect(await readRows('qualified_leads', { id: person.customerId })).toMatchObject([
    { company: 'Byron <i>&</i> Sons' },
  ]);
});
