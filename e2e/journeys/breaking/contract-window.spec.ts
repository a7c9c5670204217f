import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CONTRACT_VERSION } from '@corvane/shared/contracts/host-services';
import { accessLabel, expect, hydrated, signInAsRep, test } from '../../browser.ts';
import { liveRegistry } from '../../faults.ts';
import { releaseQuickly } from '../../releases.ts';
import { mailsAbout, readRows } from '../../stack.ts';

/**
 * Builds of the contract before this one, as they were released; made by `run freeze-contract` when the contract is
 * raised.
 */
const PREVIOUS = path.resolve(import.meta.dirname, `../../fixtures/contract-${CONTRACT_VERSION - 1}`);
const WORKSPACE = path.resolve(import.meta.dirname, '../../..');
const REMOTES = ['marketing', 'portal'];

async function previousBuild(app: string): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), `corvane-previous-${app}-`));
  const { status } = spawnSync('tar', ['-xzf', path.join(PREVIOUS, `${app}.tgz`), '-C', dir]);
  expect(status, `${app}.tgz of contract ${CONTRACT_VERSION - 1} can be unpacked`).toBe(0);
  return dir;
}
const currentBuild = async (app: string) => path.join(WORKSPACE, app, 'dist');

async function release(apps: readonly string[], build: (app: string) => Promise<string>): Promise<void> {
  for (const app of apps) await releaseQuickly(app, await build(app));
}

const COMPOSITIONS = [
  {
    name: 'a host of the contract before, with remotes of this one',
    set: () => release(['host'], previousBuild),
    host: CONTRACT_VERSION - 1,
  },
  {
    name: 'a host of this contract, with remotes of the one before',
    set: async () => {
      await release(['host'], currentBuild);
      await release(REMOTES, previousBuild);
    },
    host: CONTRACT_VERSION,
  },
];

for (const { name, set, host } of COMPOSITIONS) {
  test.describe(name, () => {
    test.beforeAll(set);
    // Whatever failed: the journeys after these meet the releases of today.
    test.afterAll(() => release(['host', ...REMOTES], currentBuild));

    test('is what is live', async () => {
      expect((await liveRegistry()).host.contractVersion).toBe(host);
    });

    test('a visitor reads, goes from page to page, and sends a request', async ({ page }) => {
      const company = `Contract ${randomUUID()}`;
      await page.goto('/pricing');
      await hydrated(page);
      await expect(page.getByText('Book a Demo to See Pricing').first()).toBeVisible();
      await page.getByRole('banner').getByRole('link', { name: 'Contact', exact: true }).first().click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Contact Our Data Experts');
      await page.getByLabel('Full Name*', { exact: true }).fill('Ada Lovelace');
      await page.getByLabel('Email Address*', { exact: true }).fill('ada@lovelace.example');
      await page.getByLabel('Company*', { exact: true }).fill(company);
      await page.getByRole('main').locator('form button[type=submit]').click();
      await expect(page.getByText(/thank you/i).first()).toBeVisible();
      expect(await readRows('contact_submissions', `company=eq.${encodeURIComponent(company)}`)).toHaveLength(
        1,
      );
    });

    test('a representative sees prices, qualifies a customer, sees sales, and leaves', async ({ page }) => {
      const email = `window-${randomUUID()}@customer.example`;
      await page.goto('/pricing');
      await signInAsRep(page);
      await expect(accessLabel(page, 'Demo Mode')).toBeVisible();
      await expect(page.getByText('/month').first()).toBeVisible();
      await page.getByRole('link', { name: 'Sales Portal' }).first().click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
      await page.getByLabel('Customer Email*', { exact: true }).fill(email);
      await page.getByRole('button', { name: 'Send Verification Code' }).click();
      await expect(page.getByText('Verification Code Sent').first()).toBeVisible();
      await expect
        .poll(async () => (await mailsAbout('code')).some(({ to }) => to.includes(email)))
        .toBe(true);
      await page.getByRole('tab', { name: 'My Commissions' }).click();
      await expect(page.getByText('Total Sales Value').first()).toBeVisible();
      await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
      await expect(page.getByText('Logged Out').first()).toBeVisible();
    });
  });
}
