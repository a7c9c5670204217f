import type { Browser, Page } from '@playwright/test';
import { expect, layOutAll, storedSession } from '../browser.ts';
import { type AccessibilityOptions, AXE, atRest, axeOptions, overflowPx, violations } from '../looks/axe.ts';
import { mailsAbout, stack } from '../stack.ts';

/**
 * Opens the portal with a stored session of the demonstration representative. Other journeys use the sign-in dialog.
 * @param query with its leading `?`
 */
export async function openPortal(page: Page, query = ''): Promise<void> {
  const { stored } = await storedSession(page, stack.demoSalesId);
  // A page of the same site without scripts. The session is stored only once, so a logout lasts.
  await page.goto('/registry.json');
  await page.evaluate((session) => localStorage.setItem('host:sales-session', session), stored);
  await page.goto(`/sales-portal${query}`);
  // Not found by role: the address may open a dialog, and elements behind a dialog have no role.
  await expect(page.locator('h1')).toContainText('Welcome');
}

/** The six digits of the newest mail to an address, once the mail has arrived. */
export async function mailedCode(email: string): Promise<string> {
  let code = '';
  await expect
    .poll(async () => {
      const mail = (await mailsAbout('code')).find((caught) => JSON.stringify(caught).includes(email));
      code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
      return code;
    })
    .not.toBe('');
  return code;
}

/** Another person's page: no shared cookies or storage. */
export async function strangerPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: stack.url });
  return context.newPage();
}

/** The same, with reduced motion. */
export async function calmStrangerPage(browser: Browser): Promise<Page> {
  const page = await strangerPage(browser);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return page;
}

/** Expects that axe finds nothing and the page does not scroll sideways. */
export async function expectAccessible(page: Page, options: AccessibilityOptions = {}): Promise<void> {
  await layOutAll(page);
  await page.evaluate(atRest);
  expect(await violationsOf(page, options)).toEqual([]);
  expect(await page.evaluate(overflowPx)).toBe(0);
}

/** Each violated rule of axe, with its elements. */
async function violationsOf(page: Page, options: AccessibilityOptions): Promise<string[]> {
  // The page keeps axe loaded. The Playwright library would send it twice per check, and also describe passed rules.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(violations, axeOptions(options));
}
