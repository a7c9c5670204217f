import { BROWSER_ARGUMENTS, findBrowser } from '@corvane/tools/machine/find-browser';
import { chromium, expect, test } from '@playwright/test';
import { publicPages } from '../pages.ts';
import { stack } from '../stack.ts';

test('a browser keeps a public page as it is, and shows it at once on the way back', async () => {
  test.setTimeout(600_000);
  // Playwright turns this cache off, and the browser without windows, in which journeys run, has none.
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
        // Circumstances, such as a browser short of memory, are not the page's doing.
        if (type !== 'Circumstantial') reasons.push(`${type} ${reason}`);
      }
    });
    // In storage, because no variable tells one document from another.
    await page.addInitScript(() =>
      addEventListener('pageshow', ({ persisted }) => {
        const how = persisted ? 'kept' : 'loaded again';
        sessionStorage.setItem('test:shown', `${location.pathname} ${how}`);
      }),
    );
    for (const { path } of await publicPages()) {
      // A busy browser drops a page now and then, but none that could be kept each time.
      await expect(async () => {
        await page.goto(path, { waitUntil: 'networkidle' });
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
