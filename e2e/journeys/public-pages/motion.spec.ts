import type { Page } from '@playwright/test';
import { expect, hydrated, layOutAll, sectionsHydrated, test } from '../../browser.ts';
import { oneRunIn } from '../../in-turn.ts';

test.use({ viewport: { width: 1280, height: 800 } });

/** Delay and duration of each plan's fade, in milliseconds. None for a plan without a fade. */
function fades(page: Page) {
  return page.getByTestId('marketing:plans').evaluate((plans) =>
    [...plans.querySelectorAll(':scope > ul > li')].map((card) =>
      card
        .getAnimations()
        .map(({ effect }) => effect?.getTiming())
        .map((timing) => ({ delay: timing?.delay, fades: Number(timing?.duration) > 0 })),
    ),
  );
}

const STAGGERED = [0, 100, 200, 300].map((delay) => [{ delay, fades: true }]);

/** Animations end and disappear, so the test stops the clock. A script would run too late on a busy machine. */
async function stopAnimations(page: Page) {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Animation.enable');
  await devTools.send('Animation.setPlaybackRate', { playbackRate: 0 });
}

test(`the plans fade in 0.1 s apart, on /pricing and when View Our Plans shows them${oneRunIn(2, 'plans fade')}`, async ({
  page,
}) => {
  await stopAnimations(page);
  await page.goto('/pricing');
  await expect.poll(() => fades(page)).toEqual(STAGGERED);
  await page.goto('/features');
  await hydrated(page);
  await page.getByRole('button', { name: 'View Our Plans' }).click();
  await expect.poll(() => fades(page)).toEqual(STAGGERED);
});

test(`the tiles of the figures have their delays${oneRunIn(2, 'tile delays')}`, async ({ page }) => {
  await page.goto('/');
  const tiles = page.locator('section[aria-labelledby=stats-title] [data-motion]');
  const delays = await tiles.evaluateAll((all) =>
    all.map((tile) => (tile as HTMLElement).style.getPropertyValue('--reveal-delay')),
  );
  expect(delays).toEqual(['', '100ms', '200ms', '300ms']);
});

test(`an element is revealed once, and its text is readable within half a second${oneRunIn(2, 'revealed once')}`, async ({
  page,
}) => {
  await page.goto('/');
  await sectionsHydrated(page);
  // A jump would skip sections that are not laid out yet, and theirs would wait on.
  await layOutAll(page);
  const revealed = page.locator('[data-reveal]');
  const waiting = page.locator('[data-reveal="waiting"]');
  // Nothing waits before the visitor scrolls.
  await expect(revealed).toHaveCount(0);
  await page.mouse.wheel(0, 10);
  await expect(waiting.first()).toBeAttached();

  // Some elements begin to wait later than others.
  await expect(async () => {
    for (const element of await revealed.all()) {
      await element.scrollIntoViewIfNeeded();
      await expect(element).toHaveAttribute('data-reveal', 'shown');
    }
    expect(await waiting.count()).toBe(0);
  }).toPass();
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  await expect(waiting).toHaveCount(0);
  const seconds = await revealed.evaluateAll((all) =>
    all.map((element) => {
      const { transitionDelay, transitionDuration } = getComputedStyle(element);
      // The first of each list is the opacity.
      return Number.parseFloat(transitionDelay) + Number.parseFloat(transitionDuration);
    }),
  );
  expect(Math.max(...seconds)).toBeLessThan(0.5);
});

test.describe('without motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the plans are visible at once', async ({ page }) => {
    await page.goto('/pricing');
    expect(await fades(page)).toEqual([[], [], [], []]);
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the plans are visible at once', async ({ page }) => {
    await page.goto('/pricing');
    const cards = page.getByTestId('marketing:plans').locator('> ul > li');
    await expect(cards.first()).toHaveCSS('animation-name', 'none');
    await expect(cards.last()).toHaveCSS('opacity', '1');
  });
});
