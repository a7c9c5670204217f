import type { Page } from '@playwright/test';
import { expect } from '../browser.ts';
import { type AddedRep, addRep } from '../ops.ts';
import { openPortalAs } from './own-rep.ts';
import { mailedCode } from './portal.ts';

type OperationsTab = 'Today' | 'Requests' | 'Representatives' | 'Prices' | 'People' | 'Audit';

/** Signs in as a new manager, opens Operations, enters the mailed code and opens a tab. */
export async function openOperations(page: Page, name: string, tab: OperationsTab): Promise<AddedRep> {
  const manager = await addRep(name, '--manager');
  await openPortalAs(page, manager);
  await page.getByRole('link', { name: 'Operations' }).click();
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await page.getByLabel('6-digit code', { exact: true }).fill(await mailedCode(manager.email));
  await page.getByRole('button', { name: 'Open Operations' }).click();
  await page.getByRole('tab', { name: tab }).click();
  await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible();
  return manager;
}
