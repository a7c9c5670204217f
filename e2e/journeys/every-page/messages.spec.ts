import type { Locator, Page } from '@playwright/test';
import { expect, storedSession, test } from '../../browser.ts';
import { oneRunIn } from '../../in-turn.ts';
import { addRep } from '../../ops.ts';
import { addCustomer, openLink, openPortalAs, ownRep } from '../../portal/own-rep.ts';
import { updateRow } from '../../stack.ts';

test.use({
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  contextOptions: { reducedMotion: 'reduce' },
});

/** Messages stay for a minute, even if the machine is slow. */
test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    const { setTimeout } = window;
    const later = (run: TimerHandler, ms?: number, ...rest: unknown[]) =>
      setTimeout(run, ms === 5000 ? 60_000 : ms, ...rest);
    window.setTimeout = later as typeof setTimeout;
  }),
);

const message = (page: Page, words: string) => page.locator('[data-sonner-toast]').filter({ hasText: words });

/** Expects that a message is on the screen and does not cover an element, which is on the screen too. */
async function expectBeside(shown: Locator, element: Locator): Promise<void> {
  await expect(shown).toBeInViewport({ ratio: 0.99 });
  await expect(element).toBeInViewport();
  await expect
    .poll(async () => {
      const [a, b] = await Promise.all([shown.boundingBox(), element.boundingBox()]);
      if (a === null || b === null) throw new Error('The message or the element is not shown');
      return a.y + a.height <= b.y || b.y + b.height <= a.y;
    })
    .toBe(true);
}

test(`after signing in, a customer on a phone sees the message, the heading and the first price${oneRunIn(2, 'welcome message')}`, async ({
  page,
}) => {
  const { token } = await addCustomer((await ownRep()).id);
  await page.goto(`/comparison?access=${token}`);
  await page.getByRole('button', { name: 'See prices' }).tap();
  const heading = page.getByRole('heading', { name: 'Four plans, side by side.' });
  await expect(heading).toBeFocused();
  const welcome = message(page, 'Authentication Successful');
  await expectBeside(welcome, heading);
  await expectBeside(welcome, page.getByText('/month').first());
});

test(`the message about an opened link does not cover the title of an open customer${oneRunIn(2, 'opened message')}`, async ({
  page,
}) => {
  // Not the journey's representative: a link that was opened just before would bring a second message.
  const rep = await addRep('Robin Ownwell');
  const [open, other] = [await addCustomer(rep.id), await addCustomer(rep.id)];
  await openPortalAs(page, rep, '?tab=customers');
  await page.getByRole('button', { name: new RegExp(`^${open.name}`) }).tap();
  const dialog = page.getByRole('dialog', { name: open.name });
  await expect(dialog.getByRole('heading', { name: open.name })).toBeFocused();
  await openLink(other);
  const opened = message(page, `Opened: ${other.name}`);
  await expectBeside(opened, dialog.getByRole('heading', { name: open.name }));
  await expectBeside(opened, dialog.getByRole('button', { name: 'Close' }));
  await expectBeside(opened, dialog.getByRole('link', { name: open.email }));

  // The dialog closes, and the message returns to the top, where it does not cover the list.
  await dialog.getByRole('button', { name: 'Close' }).tap();
  await expect.poll(async () => (await opened.boundingBox())?.y).toBeLessThan(20);
});

test.describe('a message with a button', () => {
  // The browser itself reports the 401 of an ended session.
  test.use({ allowProblems: /status of 401/ });

  test(`stands below its words, in the site's typeface${oneRunIn(2, 'message button')}`, async ({ page }) => {
    const { stored } = await storedSession(page, (await ownRep()).salesId);
    await page.goto('/registry.json');
    await page.evaluate((session) => localStorage.setItem('host:sales-session', session), stored);
    const { sessionId } = JSON.parse(stored) as { sessionId: string };
    await updateRow('sales_sessions', sessionId, { expires_at: new Date(0).toISOString() });
    await page.goto('/');
    const ended = message(page, 'Your session has ended');
    const words = ended.getByText('It was ended elsewhere, or its time was up.');
    const action = ended.getByRole('button', { name: 'Sign in' });
    await expectBeside(words, action);
    const face = (element: Locator) => element.evaluate((node) => getComputedStyle(node).fontFamily);
    expect(await face(action)).toBe(await face(words));
  });
});

/** Regression: at a zoom of 400 %, two messages covered the whole page. */
test(`in a low window, only the newest message is shown${oneRunIn(2, 'low window')}`, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  const rep = await addRep('Lou Ownwell');
  const [first, second] = [await addCustomer(rep.id), await addCustomer(rep.id)];
  await openPortalAs(page, rep, '?tab=customers');
  await openLink(first);
  await expect(message(page, `Opened: ${first.name}`)).toHaveAttribute('data-visible', 'true');
  await openLink(second);
  await expect(message(page, `Opened: ${second.name}`)).toHaveAttribute('data-visible', 'true');
  await expect(message(page, `Opened: ${first.name}`)).toHaveAttribute('data-visible', 'false');
});
