import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, hydrated, idle, test } from '../../browser.ts';
import { fillContact, takenTime } from '../../contact.ts';
import { openOperations, openOperationsByCode } from '../../portal/open-operations.ts';
import { openPortalAs, ownRep } from '../../portal/own-rep.ts';
import { calmStrangerPage, expectAccessible, mailedCode } from '../../portal/portal.ts';
import { QualifyForm } from '../../portal/qualify-form.ts';
import { readRows } from '../../stack.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

interface Visitor {
  name: string;
  email: string;
  company: string;
}

/** A visitor sends the contact form, as a person does. */
async function sendRequest(page: Page, company?: string): Promise<Visitor> {
  const id = randomUUID();
  const visitor = {
    name: 'Vera Visitor',
    email: `${id}@visitor.example`,
    company: company ?? `Company ${id.slice(0, 8)}`,
  };
  await page.goto('/contact?source=pricing');
  await hydrated(page);
  await fillContact(page, visitor);
  await page.getByLabel('Message (Optional)', { exact: true }).fill('<b>Please</b> call me.');
  // A person reads before sending. The site quarantines faster requests.
  await takenTime(page);
  await page.getByRole('main').locator('form button[type=submit]').click();
  await expect(page.getByText(/thank you/i).first()).toBeVisible();
  return visitor;
}

/** Finds the visitor's request and opens it. */
async function openRequest(page: Page, { company, name }: Visitor): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search requests' }).fill(company);
  const rows = page.locator('#main tbody tr:visible');
  await expect(rows).toHaveCount(1);
  await rows.getByRole('button', { name }).first().click();
  await expect(page.getByRole('dialog', { name })).toBeVisible();
}

test('a request from the public form becomes a qualified customer through assignment', async ({
  page,
  browser,
}) => {
  const rep = await ownRep();
  const visitor = await sendRequest(await calmStrangerPage(browser));

  await openOperationsByCode(page, 'Mona Manager');
  await page.getByRole('tab', { name: 'Requests' }).click();
  await openRequest(page, visitor);
  const dialog = page.getByRole('dialog', { name: visitor.name });
  // Markup from a visitor is shown as text.
  await expect(dialog.getByText('<b>Please</b> call me.')).toBeVisible();
  await expect(dialog.getByRole('link', { name: /^Answer/ })).toHaveAttribute(
    'href',
    /^mailto:.*Please.*call/,
  );
  await dialog.getByRole('combobox', { name: 'Assigned to' }).selectOption(rep.id);
  await dialog.getByLabel('Note', { exact: true }).fill('Wants a call.');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(`${visitor.name}: New, with Robin Ownwell.`)).toBeVisible();
  await expectAccessible(page);

  const repPage = await calmStrangerPage(browser);
  await openPortalAs(repPage, rep, '?tab=requests');
  const row = repPage.getByRole('row').filter({ hasText: visitor.email });
  await expect(row.getByText('New')).toBeVisible();
  await row.getByRole('button', { name: `Qualify ${visitor.name}` }).click();
  const form = new QualifyForm(repPage);
  await form.expectKept(visitor);
  await form.send.click();
  await form.enter(await mailedCode(visitor.email));
  await expect(form.link).toHaveValue(/access=/);
  expect(await readRows('qualified_leads', { email: visitor.email })).toMatchObject([
    { qualified_by: rep.id },
  ]);

  // The rep records the result, and the manager sees it.
  await repPage.getByRole('tab', { name: 'Requests' }).click();
  await row.getByRole('button', { name: visitor.name }).first().click();
  const ownDialog = repPage.getByRole('dialog', { name: visitor.name });
  await expect(ownDialog.getByLabel('Note', { exact: true })).toHaveValue('Wants a call.');
  await expect(ownDialog.getByRole('combobox', { name: 'Assigned to' })).toHaveCount(0);
  await ownDialog.getByRole('combobox', { name: 'Status' }).selectOption('Done');
  await ownDialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(row.getByText('Done')).toBeVisible();
  await page.reload();
  await expect(page.locator('#main tbody tr:visible').getByText('Done')).toBeVisible();
});

test('when two managers change one request at once, the second sees the conflict and keeps the typed text', async ({
  page,
  browser,
}) => {
  const visitor = await sendRequest(await calmStrangerPage(browser));
  await openOperations(page, 'Mona Manager', 'Requests');
  const second = await calmStrangerPage(browser);
  await openOperations(second, 'Max Manager', 'Requests');
  for (const opened of [page, second]) await openRequest(opened, visitor);

  await page.getByRole('dialog').getByRole('combobox', { name: 'Status' }).selectOption('In progress');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();

  const note = second.getByLabel('Note', { exact: true });
  await note.fill('Ask for Vera.');
  await second.getByRole('button', { name: 'Save changes' }).click();
  await expect(second.getByText(/Mona Manager set this to In progress/)).toBeVisible();
  await expect(second.getByText(/Your note is kept below/)).toBeVisible();
  await expect(note).toHaveValue('Ask for Vera.');
  await expect(second.getByRole('dialog').getByRole('combobox', { name: 'Status' })).toHaveValue(
    'in_progress',
  );
  await second.getByRole('button', { name: 'Save changes' }).click();
  await expect(second.getByRole('dialog')).toBeHidden();
  expect(await readRows('contact_submissions', { email: visitor.email })).toMatchObject([
    { status: 'in_progress', staff_note: 'Ask for Vera.' },
  ]);
});

test('several requests become spam by one press, and Undo takes all of it back', async ({
  page,
  browser,
}) => {
  const visitor = await sendRequest(await calmStrangerPage(browser));
  await sendRequest(await calmStrangerPage(browser), visitor.company);
  await openOperations(page, 'Mona Manager', 'Requests');
  await page.getByRole('searchbox', { name: 'Search requests' }).fill(visitor.company);
  const listed = page.locator('#main tbody tr:visible');
  await expect(listed).toHaveCount(2);
  await expect(page.getByRole('button', { name: /^New/ })).toHaveText(/New 2/);

  // Hidden until the pointer or the focus is in the row. The press on the tab left the pointer on the page.
  await page.mouse.move(0, 0);
  const actions = listed
    .first()
    .getByRole('button', { name: /^Assign/ })
    .locator('..');
  await expect(actions).toHaveCSS('opacity', '0');
  await listed.first().hover();
  await expect(actions).toHaveCSS('opacity', '1');

  await page.getByRole('button', { name: 'Choose all shown' }).click();
  await page.getByRole('button', { name: 'Spam', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Spam/ }).first()).toHaveText(/Spam 2/);
  const stored = () => readRows('contact_submissions', { company: visitor.company });
  expect((await stored()).map(({ status }) => status)).toEqual(['spam', 'spam']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 requests as before.')).toBeVisible();
  expect((await stored()).map(({ status }) => status)).toEqual(['new', 'new']);

  // The way through the opened requests ends at the row of the last one.
  await listed.first().locator('[data-row-opener]').click();
  await expect(page.getByText('1 of 2 shown')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('2 of 2 shown')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(listed.nth(1).locator('[data-row-opener]')).toBeFocused();
});

test("only managers load the code of Operations, and representatives load Requests' only when they open it", async ({
  page,
}) => {
  const loaded: string[] = [];
  page.on('response', (response) => {
    const file = /\/remotes\/portal\/[^/]+\/(.+\.js)/.exec(response.url())?.[1];
    if (file !== undefined) loaded.push(file);
  });
  const OTHERS =
    /operations-area|managed|requests|today|audit|people-panel|prices-panel|representatives-panel/;
  await openPortalAs(page, await ownRep());
  await idle(page);
  expect(loaded.filter((file) => OTHERS.test(file))).toEqual([]);
  await expect(page.getByRole('link', { name: 'Operations' })).toHaveCount(0);

  await page.getByRole('tab', { name: 'Requests' }).click();
  await expect(page.getByText('No requests yet.').or(page.getByRole('table'))).toBeVisible();
  expect(loaded.filter((file) => file.startsWith('assigned-requests-panel'))).toHaveLength(1);

  await page.goto('/sales-portal/operations');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Operations is for managers only');
  await idle(page);
  expect(
    loaded.filter((file) =>
      /operations-area|managed|today|audit|people-panel|prices-panel|representatives-panel/.test(file),
    ),
  ).toEqual([]);
});
