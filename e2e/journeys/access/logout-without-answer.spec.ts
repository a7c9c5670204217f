import type { Page } from '@playwright/test';
import { accessLabel, expect, hydrated, test } from '../../browser.ts';
import { Call, FAULT_NOISE } from '../../faults/api-faults.ts';
import { openPortal } from '../../portal/portal.ts';
import { readRows } from '../../stack.ts';

// The browser itself reports the lost logouts, and the 401 of the ended session.
test.use({ allowProblems: new RegExp(`${FAULT_NOISE.source}|ERR_INTERNET_DISCONNECTED|status of 401`) });

/** Opens the home page as a person who puts the note of a session back into the browser's storage. */
async function openWithNote(page: Page, note: string): Promise<void> {
  await page.goto('/registry.json');
  await page.evaluate((text) => localStorage.setItem('host:sales-session', text), note);
  await page.goto('/');
  await hydrated(page);
}

test('after an offline logout the session cannot come back, and the server ends it once it answers', async ({
  page,
  context,
}) => {
  await openPortal(page);
  await page.goto('/pricing');
  await expect(accessLabel(page, 'Demo Mode')).toBeVisible();
  const note = await page.evaluate(() => localStorage.getItem('host:sales-session') ?? '');
  const { sessionId } = JSON.parse(note) as { sessionId: string };
  const endedAt = async () => (await readRows('sales_sessions', { id: sessionId }))[0]?.ended_at;

  await context.setOffline(true);
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await expect(accessLabel(page, 'Demo Mode')).toHaveCount(0);

  // The pages load again, but the logout is still lost.
  const signOut = await Call.of(page, 'sign-out');
  const renewal = await Call.of(page, 'renew-session');
  signOut.fail({ answer: (route) => route.abort('connectionrefused') });
  await context.setOffline(false);
  await openWithNote(page, note);
  await expect.poll(() => signOut.count).toBeGreaterThan(0);
  await expect(accessLabel(page, 'Demo Mode')).toHaveCount(0);
  expect(renewal.count).toBe(0);
  expect(await endedAt()).toBeNull();

  signOut.succeed();
  await page.reload();
  await expect.poll(endedAt).not.toBeNull();
  // The page knows it too. If it were left before, the next page would repeat the logout.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('host:sign-out-pending'))).toBeNull();

  await openWithNote(page, note);
  await expect.poll(() => renewal.count).toBe(1);
  await expect(page.getByText('Your session has ended')).toBeVisible();
  await expect(accessLabel(page, 'Demo Mode')).toHaveCount(0);
});
