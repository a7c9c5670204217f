import type { Page } from '@playwright/test';
import { expect } from '../browser.ts';

/** A state that a rep may see on the screen. */
export interface PortalState {
  /** Name of the step and of the picture. */
  name: string;
  /** Rules of axe that do not apply in this state. */
  without?: readonly string[];
  /** Starts by opening the portal again, so it does not depend on the previous state. */
  show(page: Page): Promise<void>;
}

export async function open(page: Page, query = ''): Promise<void> {
  await page.goto(`/sales-portal${query}`);
  // Not found by role: behind a dialog it has none.
  await expect(page.locator('h1')).toContainText('Welcome');
}

/** Unfolds the part above a tab's list, which is folded on a phone and open on a wide screen. */
export async function unfold(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  if (await button.isVisible()) await button.click();
}

export async function seeText(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
}
