import { BROWSER_ARGUMENTS, findBrowser } from '@corvane/tools/machine/find-browser';
import { sampleOf } from '@corvane/tools/machine/sample';
import { chromium, expect, test } from '@playwright/test';
import { facesArrived, hydrated } from '../../browser.ts';
import { publicPages } from '../../site/pages.ts';
import { stack } from '../../stack.ts';

test('the back button shows a public page from the back/forward cache', async () => {
  test.setTimeout(600_000);
  // Playwright disables this cache, and the headless browser of the journeys does not have it.
  const { CHROMIUM_PATH: _withoutWindows, ...env } = process.env;
  const browser = await chromium.launch({
    executablePath: findBrowser(env),
    args: BROWSER_ARGUMENTS,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  try {
    const page = await browser.newPage({ baseURL: stack.url });
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Page.enable');
    const reasons: string[] = [];
    devTools.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
      for (const { reason, type } of notRestoredExplanations) {
        // The page does not cause circumstances such as a browser with little memory.
        if (type !== 'Circumstantial') reasons.push(`${type} ${reason}`);
      }
    });
    // Stored in the session storage, because variables do not survive a document.
    await page.addInitScript(() =>
      addEventListener('pageshow', ({ persisted }) => {
        const how = persisted ? 'kept' : 'loaded again';
        sessionStorage.setItem('test:shown', `${location.pathname} ${how}`);
      }),
    );
    for (const { path } of sampleOf('back/forward cache', await publicPages(), 5)) {
      // A busy browser sometimes drops a page, but it keeps a cacheable page in one of several attempts.
      await expect(async () => {
        await page.goto(path);
        await hydrated(page);
        await facesArrived(page);
        await page.goto('/healthz');
        await page.goBack({ waitUntil: 'commit' });
        const shown = () => page.evaluate(() => sessionStorage.getItem('test:shown') ?? '');
        await expect.poll(shown).toContain(`${path} `);
        expect(await shown(), reasons.join(', ')).toBe(`${path} kept`);
      }).toPass({ timeout: 60_000 });
    }
    expect(reasons).toEqual([]);
  } finally {
    await browser.close();
  }
});
