import type { Page } from '@playwright/test';
import { expect, storedSession } from '../browser.ts';
import { type AddedRep, addRep } from '../ops.ts';
import { queryDatabase } from '../stack.ts';
import { openPortalAs } from './own-rep.ts';
import { mailedCode } from './portal.ts';

type OperationsTab =
  | 'Today'
  | 'Requests'
  | 'Team'
  | 'Statements'
  | 'Representatives'
  | 'Prices'
  | 'People'
  | 'Audit';

/** Opens a tab of Operations as a new manager, whose session a code has opened before. */
export async function openOperations(page: Page, name: string, tab: OperationsTab): Promise<AddedRep> {
  const manager = await addRep(name, { isManager: true });
  const { stored } = await storedSession(page, manager.salesId);
  const { sessionId } = JSON.parse(stored) as { sessionId: string };
  await queryDatabase(
    'update public.sales_sessions set manager_until = now() + private.manager_access_life() where id = $1',
    [sessionId],
  );
  await page.addInitScript((session) => localStorage.setItem('host:sales-session', session), stored);
  await page.goto(`/sales-portal/operations${tab === 'Today' ? '' : `?tab=${tab.toLowerCase()}`}`);
  await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible();
  return manager;
}

/** Signs in as a new manager, and opens Operations with the mailed code. */
export async function openOperationsByCode(page: Page, name: string): Promise<void> {
  const manager = await addRep(name, { isManager: true });
  await openPortalAs(page, manager);
  await page.getByRole('link', { name: 'Operations' }).click();
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await page.getByLabel('6-digit code', { exact: true }).fill(await mailedCode(manager.email));
  await page.getByRole('button', { name: 'Open Operations' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Today' })).toBeVisible();
}
