import { randomUUID } from 'node:crypto';
import { ACCESS_LINK_LIFE_SECONDS } from '@corvane/shared/contracts/backend/terms';
import { durationWords } from '@corvane/shared/lib/duration-words';
import type { Page } from '@playwright/test';
import { expect, test } from '../../browser.ts';
import { addRep } from '../../ops.ts';
import { openOperations } from '../../portal/open-operations.ts';
import { addCustomer, openPortalAs } from '../../portal/own-rep.ts';
import { calmStrangerPage, expectAccessible } from '../../portal/portal.ts';
import { insertRows, readRows } from '../../stack.ts';

// The browser itself reports the refused calls of a session that has ended.
test.use({ allowProblems: /status of 401/, contextOptions: { reducedMotion: 'reduce' } });

/** A name that no other journey uses: the list of recent handovers shows everybody's. */
function ownName(firstName: string): string {
  return `${firstName} ${randomUUID().slice(0, 8)}`;
}

/** The next call of a rep's page shows that their session has ended: a press on a tab, or the page's own before it. */
async function expectSignedOut(page: Page): Promise<void> {
  const tab = page.getByRole('tab', { name: 'My Commissions' });
  await tab.evaluateAll((tabs: HTMLElement[]) => {
    for (const found of tabs) found.click();
  });
  await expect(page.getByRole('dialog', { name: 'Partner Program' })).toContainText('Your session has ended');
  await expect(page).toHaveURL('/');
}

/** Opens the tab with one representative in the list. */
async function findRep(page: Page, email: string): Promise<void> {
  await page.getByRole('tab', { name: 'Representatives' }).click();
  await page.getByRole('searchbox', { name: 'Search representatives' }).fill(email);
  await expect(page.getByRole('table').locator('tbody').getByRole('row')).toHaveCount(1);
}

test('when a representative leaves, another one gets their customers at once, and this can be undone', async ({
  page,
  browser,
}) => {
  const [leaverName, heirName] = [ownName('Lena'), ownName('Heidi')];
  const leaver = await addRep(leaverName);
  const heir = await addRep(heirName);
  const [kim, kai] = [await addCustomer(leaver.id), await addCustomer(leaver.id)];
  const visitor = `${randomUUID()}@visitor.example`;
  await insertRows('contact_submissions', [
    {
      id: randomUUID(),
      first_name: 'Vera',
      email: visitor,
      company: 'Visitors',
      project_type: 'contact',
      status: 'new',
      assigned_to: leaver.id,
    },
  ]);
  const leaverPage = await calmStrangerPage(browser);
  await openPortalAs(leaverPage, leaver, '?tab=customers');
  await expect(leaverPage.getByRole('row').filter({ hasText: kim.email })).toBeVisible();

  await openOperations(page, 'Mona Manager', 'Representatives');
  await findRep(page, leaver.email);
  await expectAccessible(page);
  await page.getByRole('button', { name: `Hand over from ${leaverName}` }).click();
  const handover = page.getByRole('dialog', { name: `Hand over from ${leaverName}` });
  await expect(handover.getByText('All: 2 customers and 1 open request')).toBeVisible();
  await handover.getByRole('combobox', { name: 'To' }).selectOption(heir.id);
  await handover.getByRole('button', { name: 'Hand over', exact: true }).click();
  await expect(
    page.getByText(`2 customers and 1 open request of ${leaverName} now with ${heirName}.`),
  ).toBeVisible();

  await page
    .getByRole('table')
    .getByRole('button', { name: new RegExp(`^${leaverName}`) })
    .click();
  const details = page.getByRole('dialog', { name: leaverName });
  await expect(details.getByText('0 customers, 0 open links')).toBeVisible();
  await details.getByRole('button', { name: 'Disable' }).click();
  await page
    .getByRole('dialog', { name: `Disable ${leaverName}?` })
    .getByRole('button', { name: 'Disable' })
    .click();
  await expect(details.getByText('Disabled').first()).toBeVisible();

  // The disabled representative is signed out with the next request. The customer notices nothing.
  await expectSignedOut(leaverPage);
  const heirPage = await calmStrangerPage(browser);
  await openPortalAs(heirPage, heir, '?tab=customers');
  const row = heirPage.getByRole('row').filter({ hasText: kim.email });
  await row.getByRole('button', { name: `Extend ${kim.name}` }).click();
  await heirPage
    .getByRole('button', { name: `Extend to ${durationWords(ACCESS_LINK_LIFE_SECONDS)}` })
    .click();
  await expect(heirPage.getByText('Access extended')).toBeVisible();
  const customer = await calmStrangerPage(browser);
  await customer.goto(`/comparison?access=${kai.token}`);
  await customer.getByRole('dialog').getByRole('button', { name: 'See prices' }).click();
  await expect(customer.getByText(heirName).filter({ visible: true }).first()).toBeVisible();
  await heirPage.getByRole('tab', { name: 'Requests' }).click();
  await expect(heirPage.getByRole('row').filter({ hasText: visitor })).toBeVisible();

  // It was a mistake: Lena returns with a new sales ID and gets back what the heir has not worked on since.
  await details.getByRole('button', { name: 'Enable' }).click();
  await page
    .getByRole('dialog', { name: `Enable ${leaverName}?` })
    .getByRole('button', { name: 'Enable' })
    .click();
  const shown = page.getByRole('dialog', { name: `Sales ID of ${leaverName}` });
  const salesId = await shown.getByLabel('Sales ID', { exact: true }).inputValue();
  await expectAccessible(page);
  // The sales ID was not copied, so closing asks.
  await page.keyboard.press('Escape');
  await page
    .getByRole('dialog', { name: 'Close without copying it?' })
    .getByRole('button', { name: 'Back to the sales ID' })
    .click();
  await shown.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Close without it' }).click();
  // Otherwise Escape is for this dialog, and the other one stays open.
  await expect(shown).toBeHidden();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Undo the handover from ${leaverName} to ${heirName}` }).click();
  await page.getByRole('button', { name: 'Undo the handover', exact: true }).click();
  await expect(page.getByText(`${kim.name}: ${heirName} extended the link since.`)).toBeVisible();
  const backPage = await calmStrangerPage(browser);
  await openPortalAs(backPage, { salesId }, '?tab=customers');
  await expect(backPage.getByRole('row').filter({ hasText: kai.email })).toBeVisible();
  await expect(backPage.getByRole('row').filter({ hasText: kim.email })).toHaveCount(0);
  expect(await readRows('contact_submissions', { email: visitor })).toMatchObject([
    { assigned_to: leaver.id },
  ]);
  expect(await page.content()).not.toContain(salesId);
});

test('a manager adds a representative, who signs in with the ID that was shown, and ends their session', async ({
  page,
  browser,
}) => {
  const email = `nia-${randomUUID()}@journey.example`;
  await openOperations(page, 'Mona Manager', 'Representatives');
  await page.getByRole('tab', { name: 'Representatives' }).click();
  await page.getByRole('button', { name: 'Add a representative' }).click();
  // Typed markup is shown as text.
  await page.getByLabel('Name', { exact: true }).fill('Nia <b>New</b>');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const salesId = await page.getByLabel('Sales ID', { exact: true }).inputValue();
  await page.getByLabel('Sales ID', { exact: true }).press('Control+c');
  await page.getByRole('button', { name: 'Done' }).click();

  const repPage = await calmStrangerPage(browser);
  await openPortalAs(repPage, { salesId });
  await findRep(page, email);
  await page
    .getByRole('table')
    .getByRole('button', { name: /^Nia <b>New<\/b>/ })
    .click();
  const details = page.getByRole('dialog', { name: 'Nia <b>New</b>' });
  await details.getByRole('button', { name: /^End the session of Chrome/ }).click();
  await expect(details.getByText('1 session ended')).toBeVisible();
  await expect(details.getByText('Not signed in anywhere.')).toBeVisible();
  await expectSignedOut(repPage);
});
