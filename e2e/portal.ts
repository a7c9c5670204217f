import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import { expect, layOutAll, storedSession } from './browser.ts';
import { mailsAbout, stack } from './stack.ts';

export type PortalTab = 'Qualify Customers' | 'My Commissions' | 'Customers' | 'Requests';

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

/** The package's minified file. Every checked page loads it, and it is less than half as long. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules that can fail in one theme or at one width only. All other rules see the same elements in every look. */
export const RULES_OF_LOOKS = [
  'color-contrast',
  'target-size',
  'link-in-text-block',
  'scrollable-region-focusable',
];

interface AccessibilityOptions {
  /** Rules that cannot hold. */
  without?: readonly string[];
  /** Only these rules; all of WCAG and the best practices without it. */
  only?: readonly string[];
}

/** Expects that axe finds nothing and the page does not scroll sideways. */
export async function expectAccessible(page: Page, options: AccessibilityOptions = {}): Promise<void> {
  await layOutAll(page);
  await atRest(page);
  expect(await violationsOf(page, options)).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
}

/** Each violated rule of axe, with its elements. */
async function violationsOf(page: Page, { without = [], only }: AccessibilityOptions): Promise<string[]> {
  // The page keeps axe loaded. The Playwright library would send it twice per check, and also describe passed rules.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const options: RunOptions = {
    ...(only === undefined
      ? {
          runOnly: { type: 'tag', values: WCAG },
          rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
        }
      : { runOnly: { type: 'rule', values: only.filter((rule) => !without.includes(rule)) } }),
    resultTypes: ['violations'],
  };
  return page.evaluate(async (chosen) => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(chosen);
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    );
  }, options);
}

/** Waits until the color transition between the themes has ended. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // Listeners to the window or the system's theme run in the next frame.
    await frame();
    await frame();
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map((animation) => animation.finished));
  });
}
