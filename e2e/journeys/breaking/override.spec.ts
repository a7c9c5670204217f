import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { WORKSPACE_ROOT } from '@corvane/tools/workspace/workspace-root';
import type { Page } from '@playwright/test';
import { expect, hydrated, signInAndReturn, test } from '../../browser.ts';
import { health, releaseQuickly, runRelease, variantOf } from '../../site/releases.ts';
import { stack } from '../../stack.ts';

/** The page has the stylesheet of this version of marketing, and no other. */
async function expectDrawnBy(page: Page, version: string): Promise<void> {
  await hydrated(page);
  const bases = () =>
    page
      .locator('style[data-href], head > link[rel="stylesheet"]')
      .evaluateAll((all) =>
        all.map((element) => element.getAttribute('data-href') ?? element.getAttribute('href') ?? ''),
      );
  await expect.poll(async () => (await bases()).join(' ')).toContain(`/remotes/marketing/${version}/`);
  expect((await bases()).filter((href) => href.startsWith('/remotes/marketing/'))).toHaveLength(1);
}

/** A developer's command: marketing from source against the site under test. Resolves when it serves. */
async function startServer(): Promise<{ server: ChildProcess; url: string }> {
  const script = path.join(WORKSPACE_ROOT, 'tools/stack/dev.ts');
  const server = spawn('node', [script, 'marketing', '--against', stack.url], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = await once(server.stdout as Readable, 'data');
  return { server, url: /http:\/\/localhost:\d+/.exec(String(said))?.[0] ?? '' };
}

const badge = (page: Page) => page.getByRole('complementary', { name: 'Override' });

test.describe('an override @deep', () => {
  test.describe.configure({ mode: 'serial' });
  let before = '';
  let live = '';

  test.beforeAll(async () => {
    before = (await health()).versions.marketing ?? '';
    await releaseQuickly('marketing', await variantOf('marketing', 'beside an override'));
    live = (await health()).versions.marketing ?? '';
    const made = await runRelease('override-key');
    process.env.OVERRIDE_KEY = /OVERRIDE_KEY=(\S+)/.exec(made)?.[1] ?? '';
  });
  test.afterAll(async () => {
    delete process.env.OVERRIDE_KEY;
    await runRelease('rollback', 'marketing');
  });

  const addressOf = async (target: string) =>
    /https?:\/\/\S+/.exec(await runRelease('override', 'marketing', target))?.[0] ?? '';

  test('shows another version in one tab, across its navigations, until it is removed', async ({
    page,
    context,
  }) => {
    await page.goto(await addressOf(before));
    await expectDrawnBy(page, before);
    await expect(badge(page)).toContainText(`marketing ${before} in this tab only`);
    expect(page.url()).toBe(`${stack.url}/`);

    await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Our Pricing Plans');
    await page.reload();
    await expectDrawnBy(page, before);

    const other = await context.newPage();
    await other.goto('/pricing');
    await expectDrawnBy(other, live);
    await expect(badge(other)).toHaveCount(0);

    await badge(page).getByRole('button', { name: 'Show the live version' }).click();
    await expect(badge(page)).toHaveCount(0);
    await expectDrawnBy(page, live);
  });

  test('without its signature does nothing, and without a token fetches nothing', async ({ page }) => {
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    const address = new URL(await addressOf(before));
    await page.goto(`/?override=marketing@${before}`);
    await expectDrawnBy(page, live);
    expect(fetched.filter((url) => /override-key|apply-override/.test(url))).toEqual([]);

    address.searchParams.set('override', `marketing@http://localhost:9`);
    await page.goto(address.href);
    await expectDrawnBy(page, live);
    await expect(badge(page)).toHaveCount(0);
    expect(fetched.filter((url) => new URL(url).origin !== stack.url)).toEqual([]);
  });

  test.describe('of a development server on this machine', () => {
    test.use({ allowProblems: /^foreign: http:\/\/localhost:/ });

    test('opens that server: the released site, with one remote from source', async ({ page }) => {
      const { server, url } = await startServer();
      try {
        await page.goto(`${await addressOf(url)}&tier=x`);
        await page.waitForURL(`${url}/?tier=x`);
        await hydrated(page);
        await expect(badge(page)).toContainText('marketing from this machine, on localhost');
        const sheets = page.locator('head > link[rel="stylesheet"][href^="/remotes/marketing/"]');
        await expect(sheets).toHaveCount(1);
        expect(await sheets.getAttribute('href')).not.toContain(live);
        // Calls and their cookies go to the site too.
        await signInAndReturn(page);
        await badge(page).getByRole('button', { name: 'Show the live version' }).click();
        await page.waitForURL(`${stack.url}/`);
        await expectDrawnBy(page, live);
      } finally {
        server.kill('SIGTERM');
      }
    });
  });
});
