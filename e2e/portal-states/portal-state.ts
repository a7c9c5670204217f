import type { Page } from '@playwright/test';
import { expect } from '../browser.ts';

/** What a rep may find on the screen. */
export interface PortalState {
  /** Words of the step and of the picture. */
  name: string;
  /** Rules of axe that cannot hold in this state. */
  without?: readonly string[];
  /** Begins by opening the portal anew, so that it does not matter what was shown before. */
  show(page: Page): Promise<void>;
}

export async function open(page: Page, query = ''): Promise<void> {
  await page.goto(`/sales-portal${query}`);
  // Not by its role: behind a dialog it has none.
  await expect(page.locator('h1')).toContainText('Welcome');
}

/** What is shown above the list of a tab on a wide screen, and folded away on a phone. */
export async function unfold(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  if (await button.isVisible()) await button.click();
}

export async function seeText(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
}
