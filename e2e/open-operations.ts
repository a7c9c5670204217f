import type { Page } from '@playwright/test';
import { expect } from './browser.ts';
import { type AddedRep, addRep } from './ops.ts';
import { openPortalAs } from './own-rep.ts';
import { mailedCode } from './portal.ts';

/** Signs in as a new manager, goes to Operations and enters the mailed code. */
export async function openOperations(page: Page, name: string): Promise<AddedRep> {
  const manager = await addRep(name, '--manager');
  await openPortalAs(page, manager);
  await page.getByRole('link', { name: 'Operations' }).click();
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await page.getByLabel('6-digit code', { exact: true }).fill(await mailedCode(manager.email));
  await page.getByRole('button', { name: 'Open Operations' }).click();
  await expect(page.getByRole('tab', { name: 'Requests' })).toBeVisible();
  return manager;
}
