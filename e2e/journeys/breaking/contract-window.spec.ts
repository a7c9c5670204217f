import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { CONTRACT_VERSION } from '@corvane/shared/contracts/remote/host-services';
import { accessLabel, expect, hydrated, signInAndReturn, test } from '../../browser.ts';
import { fillContact, requestsOf, takenTime } from '../../contact.ts';
import { liveRegistry } from '../../faults/faults.ts';
import { buildForContract } from '../../site/contract-builds.ts';
import { releaseQuickly } from '../../site/releases.ts';
import { mailsAbout } from '../../stack.ts';

const WORKSPACE = path.resolve(import.meta.dirname, '../../..');
const NEXT = CONTRACT_VERSION + 1;
const REMOTES = ['marketing', 'portal'];

let nextBuilds: Record<string, string>;
const nextBuild = (app: string) => nextBuilds[app] ?? '';
const currentBuild = (app: string) => path.join(WORKSPACE, app, 'dist');

async function release(apps: readonly string[], build: (app: string) => string): Promise<void> {
  for (const app of apps) await releaseQuickly(app, build(app));
}

test.beforeAll(async () => {
  test.setTimeout(600_000);
  nextBuilds = await buildForContract(NEXT);
});

const COMPOSITIONS = [
  {
    name: 'a host of this contract with remotes of the next',
    set: () => release(REMOTES, nextBuild),
    host: CONTRACT_VERSION,
    remotes: NEXT,
  },
  {
    name: 'a host of the next contract with remotes of this one',
    set: async () => {
      await release(['host'], nextBuild);
      await release(REMOTES, currentBuild);
    },
    host: NEXT,
    remotes: CONTRACT_VERSION,
  },
];

for (const { name, set, host, remotes } of COMPOSITIONS) {
  test.describe(`${name} @deep`, () => {
    test.beforeAll(set);
    // Even after a failure, the next journeys must get the original releases.
    test.afterAll(() => release(['host', ...REMOTES], currentBuild));

    test('is live', async () => {
      const live = await liveRegistry();
      expect(live.host.contractVersion).toBe(host);
      expect(REMOTES.map((name) => live.remotes[name]?.contractVersion)).toEqual(REMOTES.map(() => remotes));
    });

    test('a visitor reads, opens several pages, and sends a request', async ({ page }) => {
      const company = `Contract ${randomUUID()}`;
      await page.goto('/pricing');
      await hydrated(page);
      await expect(page.getByText('Book a Demo to See Pricing').first()).toBeVisible();
      await page.getByRole('banner').getByRole('link', { name: 'Contact', exact: true }).first().click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Contact Our Data Experts');
      await fillContact(page, { name: 'Ada Lovelace', email: 'ada@lovelace.example', company });
      await takenTime(page, await page.evaluate(() => performance.now()));
      await page.getByRole('main').locator('form button[type=submit]').click();
      await expect(page.getByText(/thank you/i).first()).toBeVisible();
      expect(await requestsOf(company)).toHaveLength(1);
    });

    test('a representative sees prices, qualifies a customer, sees sales, and logs out', async ({ page }) => {
      const email = `window-${randomUUID()}@customer.example`;
      await page.goto('/pricing');
      await signInAndReturn(page);
      await expect(accessLabel(page, 'Demo Mode')).toBeVisible();
      await expect(page.getByText('/month').first()).toBeVisible();
      await page.getByRole('link', { name: 'Sales Portal' }).first().click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
      await page.getByLabel('Customer email*', { exact: true }).fill(email);
      await page.getByRole('button', { name: 'Send Verification Code' }).click();
      await expect(page.getByText('Verification Code Sent').first()).toBeVisible();
      await expect
        .poll(async () => (await mailsAbout('code')).some(({ to }) => to.includes(email)))
        .toBe(true);
      await page.getByRole('tab', { name: 'My Commissions' }).click();
      await expect(page.getByText('Total Sales Value').first()).toBeVisible();
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
      await expect(page.getByText('Logged Out').first()).toBeVisible();
    });
  });
}
