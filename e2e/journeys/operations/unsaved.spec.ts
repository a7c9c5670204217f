import { randomUUID } from 'node:crypto';
import type { Dialog, Page } from '@playwright/test';
import { expect, test } from '../../browser.ts';
import { oneRunIn } from '../../in-turn.ts';
import { type AddedRep, addRep, runOps } from '../../ops.ts';
import { openOperations } from '../../portal/open-operations.ts';
import { expectAccessible } from '../../portal/portal.ts';
import { insertRows } from '../../stack.ts';

// The browser itself reports a refused call.
test.use({ allowProblems: /status of 403/, contextOptions: { reducedMotion: 'reduce' } });

const details = (page: Page) => page.getByRole('dialog', { name: 'Uma Unsaved', exact: true });
const form = (page: Page) => page.getByRole('dialog', { name: 'Edit Uma Unsaved' });
const name = (page: Page) => page.getByLabel('Name', { exact: true });
const question = (page: Page) => page.getByRole('dialog', { name: 'Discard what you entered?' });
const press = (page: Page, button: string) => page.getByRole('button', { name: button, exact: true }).click();

/** Opens a representative's details, as a manager. @returns the manager */
async function openRep(page: Page): Promise<AddedRep> {
  const rep = await addRep('Uma Unsaved');
  const manager = await openOperations(page, 'Mona Manager', 'Representatives');
  await page.getByRole('searchbox', { name: 'Search representatives' }).fill(rep.email);
  const table = page.getByRole('table');
  await expect(table.locator('tbody').getByRole('row')).toHaveCount(1);
  await table.getByRole('button', { name: /^Uma Unsaved/ }).click();
  await expect(details(page)).toBeVisible();
  return manager;
}

/** The browser's question before it leaves the document. The person stays. */
async function refuseToLeave(page: Page, leave: () => void): Promise<void> {
  const asked = page.waitForEvent('dialog');
  // Afterwards, because the page stands still while the browser asks.
  await page.evaluate(`setTimeout(${leave})`);
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
}

test('Back closes details without a question, and asks while something typed is not saved', async ({
  page,
}) => {
  await openRep(page);
  const opened = page.url();
  await page.goBack();
  await expect(details(page)).toBeHidden();
  await page.goForward();
  await expect(details(page)).toBeVisible();

  await press(page, 'Edit');
  await name(page).fill('Uma Typed');
  await page.goBack();
  await expect(question(page)).toBeVisible();
  await expect(page).toHaveURL(opened);
  await expectAccessible(page);
  await press(page, 'Keep editing');
  await expect(name(page)).toHaveValue('Uma Typed');

  // With a second press while the question is shown.
  for (let presses = 0; presses < 2; presses += 1) {
    await page.goBack();
    await expect(question(page)).toHaveCount(1);
    await expect(page).toHaveURL(opened);
  }
  await press(page, 'Discard');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/find=/);
  await expect(page).not.toHaveURL(/[?&]rep=/);
  await expect(page.getByRole('table').getByText('Uma Unsaved').first()).toBeVisible();

  // Forward works as before, and the next Back does not ask.
  await page.goForward();
  await expect(details(page)).toBeVisible();
  await page.goBack();
  await expect(details(page)).toBeHidden();
});

test(`a link, and closing or reloading the tab, ask while something typed is not saved${oneRunIn(2, 'asks to stay')}`, async ({
  page,
}) => {
  await openRep(page);
  await press(page, 'Edit');
  await name(page).fill('Uma Typed');
  await refuseToLeave(page, () => location.reload());
  await refuseToLeave(page, () => location.assign('/pricing'));
  await expect(name(page)).toHaveValue('Uma Typed');

  // No pointer reaches a link behind a dialog, but a screen reader does.
  const link = page.getByRole('link', { name: 'Sales Portal', includeHidden: true }).first();
  await link.dispatchEvent('click');
  await expect(question(page)).toBeVisible();
  await press(page, 'Keep editing');
  await expect(name(page)).toHaveValue('Uma Typed');
  await link.dispatchEvent('click');
  await press(page, 'Discard');
  await expect(page).toHaveURL('/sales-portal');
  await expect(page.locator('h1')).toContainText('Welcome');
  // Nothing is left that asks.
  const asked: Dialog[] = [];
  page.on('dialog', (dialog) => asked.push(dialog));
  await page.reload();
  await expect(page.locator('h1')).toContainText('Welcome');
  expect(asked).toEqual([]);
});

test(`a sales ID that was not copied is not lost by Back or a reload${oneRunIn(2, 'not copied')}`, async ({
  page,
}) => {
  await openRep(page);
  await press(page, 'New sales ID');
  await press(page, 'Make a new sales ID');
  const shown = page.getByLabel('Sales ID', { exact: true });
  const salesId = await shown.inputValue();
  await page.goBack();
  await expect(page.getByRole('dialog', { name: 'Close without copying it?' })).toBeVisible();
  await press(page, 'Back to the sales ID');
  await expect(shown).toHaveValue(salesId);
  await refuseToLeave(page, () => location.reload());
  await expect(shown).toHaveValue(salesId);
});

test(`answering a request by mail keeps the typed note without a question${oneRunIn(2, 'answer by mail')}`, async ({
  page,
}) => {
  const email = `${randomUUID()}@visitor.example`;
  await insertRows('contact_submissions', [
    { id: randomUUID(), first_name: 'Vera', email, company: 'Visitors', project_type: 'contact' },
  ]);
  await openOperations(page, 'Mona Manager', 'Requests');
  await page.getByRole('searchbox', { name: 'Search requests' }).fill(email);
  // Until then, the list has the requests of other journeys, too.
  await expect(page.locator('#main tbody tr:visible')).toHaveCount(1);
  await page.getByRole('table').getByRole('button', { name: /^Vera/ }).first().click();
  const note = page.getByLabel('Note', { exact: true });
  await note.fill('Call on Monday.');
  const asked: Dialog[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog);
    void dialog.dismiss();
  });
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^Answer/ })
    .click();
  await note.press('End');
  await expect(note).toHaveValue('Call on Monday.');
  expect(asked).toEqual([]);
});

test('a manager who loses the right while typing can copy what they typed', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const manager = await openRep(page);
  await press(page, 'Edit');
  await name(page).fill('Uma Typed');
  await addRep('Max Manager', { isManager: true });
  await runOps('rep', 'edit', '--email', manager.email, '--no-manager');
  // The page asks every minute, so it may learn of it before the press.
  const save = page.getByRole('button', { name: 'Save changes', exact: true });
  await save.evaluateAll((buttons: HTMLElement[]) => {
    for (const button of buttons) button.click();
  });
  const lost = page.getByRole('dialog', { name: 'You are no longer a manager' });
  await expect(lost).toContainText('What you entered in “Edit Uma Unsaved” was not saved.');
  await expect(form(page)).toBeHidden();
  await expectAccessible(page);
  const text = await lost.getByLabel('What you entered', { exact: true }).inputValue();
  expect(text).toContain('Name: Uma Typed\n');
  await press(page, 'Copy text');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  await lost.getByRole('button', { name: 'Close' }).first().click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('You are no longer a manager.')).toBeVisible();
});
