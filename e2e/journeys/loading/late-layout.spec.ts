import { sampleOf } from '@corvane/tools/machine/sample';
import type { Page } from '@playwright/test';
import { expect, facesArrived, layOutAll, sectionsHydrated, test } from '../../browser.ts';
import { publicPages } from '../../site/pages.ts';

const SCREENS = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 360, height: 740 },
];

/** Whether each section of the page, and the footer at last, is laid out. What print leaves out is nothing to lay out. */
function laidOut(page: Page): Promise<boolean[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('#main > [data-app] > *, footer')].map((part) =>
      [...part.children].every(
        (child) =>
          getComputedStyle(child).display === 'none' ||
          child.checkVisibility({ contentVisibilityAuto: true }),
      ),
    ),
  );
}

/** Loads a page as a visitor finds it who has not touched it. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await sectionsHydrated(page);
  await facesArrived(page);
}

/** Scrolls a part of the screen further. @returns how far it went, and how far what was on the screen went, in px */
function scrollOn(page: Page, share: number): Promise<{ wanted: number; moved: number }> {
  return page.evaluate(async (part) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const inMiddle = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
    // A section, because a table's sticky head inside it stops at the top of the screen.
    const middle = inMiddle?.closest('#main > [data-app] > *, footer') ?? document.body;
    const before = middle.getBoundingClientRect().top;
    const step = Math.round(innerHeight * part);
    const room = step > 0 ? document.documentElement.scrollHeight - innerHeight - scrollY : scrollY;
    scrollBy({ top: step, behavior: 'instant' });
    for (let count = 0; count < 4; count += 1) await frame();
    const moved = Math.round(before - middle.getBoundingClientRect().top);
    return { wanted: Math.abs(step) <= room ? step : Math.sign(step) * Math.floor(room), moved };
  }, share);
}

/** Scrolls to the end of the page and back to its top. Each step must move the screen by itself, and by nothing else. */
async function scrollThroughAndBack(page: Page): Promise<void> {
  for (const share of [0.5, -0.5]) {
    for (let wanted = share; wanted !== 0; ) {
      const step = await scrollOn(page, share);
      expect(Math.abs(step.moved - step.wanted)).toBeLessThanOrEqual(1);
      wanted = step.wanted;
    }
  }
}

const ends = (page: Page) => laidOut(page).then((parts) => [parts[0], parts.at(-2), parts.at(-1)]);

for (const viewport of SCREENS) {
  test.describe(`at ${viewport.width} px`, () => {
    // What slides in would move by itself.
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } });
    // Pages are opened, and scrolled to their end and back.
    test.describe.configure({ timeout: 600_000 });

    test('what is near is laid out, and what is far is not', async ({ page }) => {
      await open(page, '/');
      expect(await ends(page)).toEqual([true, false, false]);
      await scrollOn(page, 1);
      expect(await ends(page)).toEqual([true, false, false]);
      await scrollThroughAndBack(page);
    });

    test('scrolling through a page and back moves nothing on the screen, and no height stays or was too low', async ({
      page,
    }) => {
      for (const { path } of sampleOf(`scrolled at ${viewport.width}`, await publicPages(), 6)) {
        await test.step(path, async () => {
          await open(page, path);
          const heights = () =>
            page
              .locator('#main > [data-app] > *, footer, body')
              .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().height));
          const estimated = await heights();
          await scrollThroughAndBack(page);
          const scrolled = await heights();
          await layOutAll(page);
          const real = await heights();
          expect(scrolled).toEqual(real);
          // A section would overlap the next one.
          const tooLow = real.filter(
            (height, place) => Math.round(estimated[place] ?? 0) < Math.round(height),
          );
          expect(tooLow).toEqual([]);
        });
      }
    });
  });
}

test('a reload, the way back and a link to a section lay out everything', async ({ page }) => {
  const everything = async () => expect([...new Set(await laidOut(page))]).toEqual([true]);
  await open(page, '/features');
  expect(await ends(page)).toEqual([true, false, false]);
  await page.reload();
  await sectionsHydrated(page);
  await everything();
  await page.goto('/healthz');
  await page.goBack();
  await sectionsHydrated(page);
  await everything();
  await page.goto('/registry.json');
  await open(page, '/features#stories-title');
  await everything();
  await expect(page.locator('#stories-title')).toBeInViewport();
});

for (const key of sampleOf('keys of layout', ['End', 'Control+f', 'F3'], 3)) {
  test(`${key} lays out everything`, async ({ page }) => {
    await open(page, '/');
    expect(await ends(page)).toEqual([true, false, false]);
    await page.keyboard.press(key);
    await expect.poll(() => ends(page)).toEqual([true, true, true]);
  });
}

test('going back within the site lays out everything, and going on does not', async ({ page }) => {
  await open(page, '/');
  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).first().click();
  await expect(page).toHaveTitle(/Pricing/);
  expect((await ends(page)).at(-1)).toBe(false);
  await page.goBack();
  await expect(page).not.toHaveTitle(/Pricing/);
  await expect.poll(() => ends(page)).toEqual([true, true, true]);
});

test('what is revealed on scroll waits below the screen, and comes', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, '/');
  await sectionsHydrated(page);
  const far = page.locator('section[aria-labelledby=stats-title] [data-motion]').last();
  expect(await far.evaluate((tile) => tile.checkVisibility({ contentVisibilityAuto: true }))).toBe(false);
  const states = new Set<string | null>();
  const isOnScreen = () => far.evaluate((tile) => tile.getBoundingClientRect().bottom < innerHeight);
  do {
    await scrollOn(page, 0.25);
    states.add(await far.getAttribute('data-reveal'));
  } while (!(await isOnScreen()));
  await expect(far).toHaveAttribute('data-reveal', 'shown');
  await expect(far).toHaveCSS('opacity', '1');
  expect([...states]).toContain('waiting');
});

test('on paper there is the whole page', async ({ page }) => {
  await open(page, '/');
  await page.emulateMedia({ media: 'print' });
  // The footer is not printed.
  await expect.poll(async () => [...new Set((await laidOut(page)).slice(0, -1))]).toEqual([true]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the whole page is laid out', async ({ page }) => {
    await page.goto('/');
    expect([...new Set(await laidOut(page))]).toEqual([true]);
  });
});
