import type { Page } from '@playwright/test';
import { expect } from '../../browser.ts';
import { answer, fail, hold, rpc } from '../answers.ts';
import { type PortalState, seeText } from '../portal-state.ts';
import { openAsManager, withAccess } from './operations-access.ts';

const UPKEEP = rpc('get_upkeep');
const LONG = 'a-name-without-a-break-'.repeat(3);

const finding = (name: string, asks: string, verdict: string, says: string, changes: object = {}) => ({
  ...{ name, asks, verdict, says, mend: 'On the archive: `journalctl -u corvane-backup` says why.' },
  ...{ machine: null, ...changes },
});
const FINDINGS = [
  finding('certificate', 'Do browsers accept the certificate, and for how long?', 'right', '60 days left', {
    machine: 'web-1:443',
  }),
  finding('mail', 'Does the mail server take our password?', 'unknown', 'could not look: no answer'),
  finding('backup', 'Was a backup made within a day?', 'wrong', 'the last one is 3 days old'),
  finding('retention', 'Did retention run within a day?', 'right', '5 hours ago'),
];

const upkeep = (findings: object[], hoursAgo: number | null = 0.2) => ({
  examinedAt: hoursAgo === null ? null : new Date(Date.now() - hoursAgo * 3_600_000).toISOString(),
  findings,
  now: new Date().toISOString(),
});

async function openUpkeep(page: Page, told: object): Promise<void> {
  await withAccess(page);
  await answer(page, UPKEEP, told);
  await openAsManager(page, '?tab=upkeep');
}

/** The tab with what the doctor found. */
export const UPKEEP_STATES: readonly PortalState[] = [
  {
    name: 'operations upkeep loading',
    async show(page) {
      await withAccess(page);
      await hold(page, UPKEEP);
      await openAsManager(page, '?tab=upkeep');
      await expect(page.getByText('Loading the checks of the site')).toHaveCount(1);
    },
  },
  {
    name: 'operations upkeep not loaded',
    async show(page) {
      await withAccess(page);
      await fail(page, UPKEEP);
      await openAsManager(page, '?tab=upkeep');
      await seeText(page, 'Failed to load the checks of the site.');
    },
  },
  {
    name: 'operations upkeep, never looked',
    async show(page) {
      await openUpkeep(page, upkeep([], null));
      await seeText(page, 'The site was not checked yet.');
    },
  },
  {
    name: 'operations upkeep',
    async show(page) {
      await openUpkeep(page, upkeep(FINDINGS));
      await seeText(page, '1 fault');
    },
  },
  {
    name: 'operations upkeep extremes, looked long ago',
    async show(page) {
      await openUpkeep(page, upkeep([finding(LONG, LONG, 'wrong', LONG, { machine: LONG })], 30));
      await seeText(page, 'so this may be out of date');
    },
  },
  {
    name: 'operations upkeep, a fault with what to do',
    async show(page) {
      await openUpkeep(page, upkeep(FINDINGS));
      await page.getByRole('button', { name: /^Was a backup made/ }).click();
      await expect(page.getByRole('dialog', { name: 'Was a backup made within a day?' })).toBeVisible();
    },
  },
];
