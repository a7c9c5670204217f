import type { BrowserContext } from '@playwright/test';
import type { SourceMaps } from '../store/source-maps.ts';
import { PageActivity } from './page-activity.ts';
import { PageProblems } from './page-problems.ts';

/**
 * Opens a page like a customer's link, and submits the dialog that appears. @returns the problem. Null if there is
 * none.
 */
export async function openCustomerLink(
  context: BrowserContext,
  url: string,
  maps: SourceMaps,
  timeoutMs: number,
): Promise<string | null> {
  const page = await context.newPage();
  try {
    const problems = new PageProblems(page, maps);
    const activity = new PageActivity(page);
    await page.goto(`${url}?access=recorded`, { timeout: timeoutMs });
    const form = page.locator('[role="dialog"] form');
    const reaches = (state: 'visible' | 'detached') =>
      form.waitFor({ state, timeout: timeoutMs }).then(
        () => true,
        () => false,
      );
    const isThere = await reaches('visible');
    if (isThere) await form.evaluate((element: HTMLFormElement) => element.requestSubmit());
    const isSent = isThere && (await reaches('detached'));
    if (isSent) await activity.settle();
    const problem = await problems.describe();
    if (problem !== null) return problem;
    if (!isThere) return 'shows no dialog';
    return isSent ? null : 'does not sign the customer in';
  } finally {
    await page.close();
  }
}
