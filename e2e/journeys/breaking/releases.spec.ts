import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, hydrated, leavePortal, signInAsRep, test } from '../../browser.ts';
import { oneRunIn } from '../../in-turn.ts';
import { health, releaseQuickly, runRelease, variantOf } from '../../site/releases.ts';
import { stack } from '../../stack.ts';

const RELEASES = 20;

/** SHA-256 over every published file of an application. */
async function hashOf(directory: string): Promise<string> {
  const hash = createHash('sha256');
  const root = path.join(stack.siteRoot, directory);
  const files = await readdir(root, { recursive: true, withFileTypes: true });
  for (const file of files
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()) {
    hash.update(file).update(await readFile(file));
  }
  return hash.digest('hex');
}

/** The version of an application in the page's HTML. */
const versionOn = (page: Page, app: string) =>
  page.locator(`meta[name="corvane:${app}"]`).getAttribute('content');

test(`${RELEASES} releases of marketing disturb neither visitors nor a working representative @deep`, async ({
  page,
  browser,
}) => {
  // Twenty releases beside two browsers took 200 s on two otherwise idle cores.
  test.setTimeout(900_000);
  const before = { host: await hashOf('assets/host'), portal: await hashOf('remotes/portal') };
  await page.goto('/');
  await signInAsRep(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
  await page.evaluate(() => Object.assign(window, { openSince: 'the first release' }));

  const failures: string[] = [];
  const seen = new Set<string>();
  let views = 0;
  let isOver = false;
  const visit = async () => {
    const context = await browser.newContext();
    const visitor = await context.newPage();
    visitor.on('response', (response) => {
      if (response.status() >= 400) failures.push(`${response.status()} ${response.url()}`);
    });
    visitor.on('requestfailed', (request) => {
      if (request.failure()?.errorText !== 'net::ERR_ABORTED') failures.push(`failed ${request.url()}`);
    });
    visitor.on('console', (message) => message.type() === 'error' && failures.push(message.text()));
    visitor.on('pageerror', (error) => failures.push(error.message));
    for (const pathname of ['/', '/pricing', '/about']) {
      await visitor.goto(stack.url + pathname);
      await hydrated(visitor);
      seen.add((await versionOn(visitor, 'marketing')) ?? '');
      views += 1;
    }
    await context.close();
  };
  const visitors = (async () => {
    while (!isOver) await visit();
  })();

  const released = new Set<string>();
  for (let index = 0; index < RELEASES; index += 1) {
    await releaseQuickly('marketing', await variantOf('marketing', `load ${index}`));
    released.add((await health()).versions.marketing ?? '');
    // Every fourth release must be live before a full page load starts. Otherwise the load could have started
    // earlier.
    const viewed = views;
    if (index % 4 === 0) await expect.poll(() => views).toBeGreaterThan(viewed + 1);
    await page.getByRole('tab', { name: index % 2 ? 'Qualify Customers' : 'My Commissions' }).click();
  }
  isOver = true;
  await visitors;

  expect(released.size).toBe(RELEASES);
  expect(failures).toEqual([]);
  expect(views).toBeGreaterThan(10);
  expect(seen.size).toBeGreaterThan(3);
  expect(await page.evaluate(() => (window as { openSince?: string }).openSince)).toBe('the first release');
  expect({ host: await hashOf('assets/host'), portal: await hashOf('remotes/portal') }).toEqual(before);

  // The open tab moves to the release only when its visitor opens another page.
  await leavePortal(page);
  await expect(page).toHaveURL('/');
  await hydrated(page);
  expect(await page.evaluate(() => (window as { openSince?: string }).openSince)).toBeUndefined();
  expect(await versionOn(page, 'marketing')).toBe((await health()).versions.marketing);
});

test('the command releases, and rolls back', async ({ page }) => {
  const before = (await health()).versions;
  const build = await variantOf('marketing', 'by the command');
  expect(await runRelease('marketing', '--build', build)).toContain('Live, state');
  const after = (await health()).versions;
  expect(after.marketing).not.toBe(before.marketing);
  expect({ ...after, marketing: before.marketing }).toEqual(before);
  expect(await runRelease('marketing', '--build', build)).toContain('is already live');
  await runRelease('rollback', 'marketing');
  expect((await health()).versions).toEqual(before);
  await page.goto('/');
  expect(await versionOn(page, 'marketing')).toBe(before.marketing);
});

test.describe('when the newest version cannot be loaded', () => {
  test.use({ allowProblems: /.*/ });

  test(`the last good version is shown, and the failure is reported${oneRunIn(4, 'last good version')}`, async ({
    page,
  }) => {
    await releaseQuickly('marketing', await variantOf('marketing', 'broken on the way'));
    const { versions } = await health();
    await page.route(`**/remotes/marketing/${versions.marketing}/remoteEntry.js*`, (route) =>
      route.fulfill({ status: 404 }),
    );
    const told = page.waitForRequest('**/functions/v1/record-site-events');
    await page.goto('/pricing');
    await hydrated(page);
    await expect(page.getByTestId('host:static-page')).toHaveCount(0);
    expect((await told).postDataJSON()).toMatchObject({
      events: expect.arrayContaining([
        {
          kind: 'remote-failure',
          remote: 'marketing',
          version: versions.marketing,
          reason: 'not-answered',
          recovered: true,
        },
      ]),
    });
    await expect.poll(() => runRelease('stats')).toMatch(new RegExp(`marketing +${versions.marketing}`));
  });
});

test(`a preview has its own address, is labeled as a preview, and works independently${oneRunIn(4, 'preview')}`, async ({
  page,
}) => {
  const before = (await health()).versions;
  const output = await runRelease('marketing', '--build', await variantOf('marketing', 'draft'), '--preview');
  const pathname = new URL(/http\S+/.exec(output)?.[0] ?? '').pathname;
  expect((await health()).versions).toEqual(before);

  const response = await page.goto(pathname);
  expect(response?.headers()['x-robots-tag']).toContain('noindex');
  await hydrated(page);
  await expect(page.getByRole('complementary', { name: 'Preview' })).toContainText('Preview of marketing');
  const version = await versionOn(page, 'marketing');
  expect(version).not.toBe(before.marketing);

  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Our Pricing Plans');
  expect(new URL(page.url()).pathname).toBe(`${pathname}/pricing`);
  await page.reload();
  await hydrated(page);
  expect(await versionOn(page, 'marketing')).toBe(version);
  await page.getByRole('link', { name: 'Leave the preview' }).click();
  await hydrated(page);
  expect(await versionOn(page, 'marketing')).toBe(before.marketing);
});

test(`a canary reaches its share of visitors, who keep it; after promotion all visitors get it${oneRunIn(4, 'canary')}`, async ({
  browser,
}) => {
  const before = (await health()).versions;
  await runRelease('marketing', '--build', await variantOf('marketing', 'canary'), '--canary', '50');
  const {
    canaries: [canary],
    versions,
  } = await health();
  expect(versions).toEqual(before);
  expect(canary?.percent).toBe(50);
  expect(canary?.versions.marketing).not.toBe(before.marketing);

  const counts: Record<string, number> = {};
  for (let visitor = 0; visitor < 40; visitor += 1) {
    const context = await browser.newContext({ baseURL: stack.url });
    const ask = async () =>
      /name="corvane:marketing" content="([^"]+)"/.exec(await (await context.request.get('/')).text())?.[1] ??
      '';
    const first = await ask();
    for (let again = 0; again < 3; again += 1) expect(await ask()).toBe(first);
    counts[first] = (counts[first] ?? 0) + 1;
    await context.close();
  }
  expect(Object.keys(counts).sort()).toEqual([before.marketing, canary?.versions.marketing].sort());

  await runRelease('promote', 'marketing');
  expect(await health()).toMatchObject({ versions: canary?.versions, canaries: [] });
});
