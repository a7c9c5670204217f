import type { Page } from '@playwright/test';
import { expect } from '../../browser.ts';
import { answer, cut, fail, hold, rpc } from '../answers.ts';
import { type PortalState, seeText } from '../portal-state.ts';
import { openAsManager, withAccess } from './operations-access.ts';

const HISTORY = '*/history.json';
const FIGURES = rpc('get_release_figures');

const hours = (from: number) => new Date(Date.now() + from * 3_600_000).toISOString();
const LONG = 'a-name-without-a-break-'.repeat(2).slice(0, 40);

const change = (kind: string, version: string, at: number, changes: object = {}) => ({
  app: 'marketing',
  version,
  kind,
  at: hours(at),
  commit: '4be1c07d2a',
  person: 'Ada Lovelace',
  ...changes,
});

const history = (name = 'Grace Hopper') => ({
  schemaVersion: 1,
  versions: { host: '5f0a6b7c8d9e', marketing: '0c1d2e3f4a5b', portal: 'b41c9f2e77aa' },
  canaries: [{ app: 'marketing', version: '9a8b7c6d5e4f', percent: 10 }],
  previews: [{ app: 'marketing', version: 'e1d2c3b4a596', at: hours(-1), commit: '77aa88bb99' }],
  changes: [
    change('canary', '9a8b7c6d5e4f', -2, { percent: 10, person: name, commit: 'd00dfeed12' }),
    change('release', '0c1d2e3f4a5b', -20),
    change('rollback', '7e6d5c4b3a29', -26, { commit: null, person: '' }),
    change('abort', '112233445566', -50, { person: name }),
    change('release', '7e6d5c4b3a29', -90, { commit: null, person: '' }),
    change('release', '5f0a6b7c8d9e', -300, { app: 'host', person: name }),
    change('release', 'b41c9f2e77aa', -40, { app: 'portal' }),
  ],
});

const figure = (application: string, version: string, changes: object = {}) => ({
  application,
  version,
  views: 12_480,
  failures: 0,
  errors: 0,
  lcpMs: 1_240,
  inpMs: 88,
  cls: 0.004,
  ...changes,
});

const figures = () => ({
  rows: [
    figure('host', '5f0a6b7c8d9e', { errors: 4 }),
    figure('marketing', '0c1d2e3f4a5b'),
    figure('marketing', '9a8b7c6d5e4f', { views: 1_310, failures: 12, errors: 31, lcpMs: 2_870 }),
  ],
  since: hours(-168),
  now: new Date().toISOString(),
});

async function openReleases(page: Page, told: object = history()): Promise<void> {
  await withAccess(page);
  await answer(page, HISTORY, told);
  await answer(page, FIGURES, figures());
  await openAsManager(page, '?tab=releases');
}

const openVersion = (page: Page, version: string) =>
  page.getByRole('button', { name: new RegExp(`^${version}`) }).click();

/** The tab with the versions of each application. */
export const RELEASES_STATES: readonly PortalState[] = [
  {
    name: 'operations releases loading',
    async show(page) {
      await withAccess(page);
      await hold(page, HISTORY);
      await hold(page, FIGURES);
      await openAsManager(page, '?tab=releases');
      await expect(page.getByText('Loading the releases')).toHaveCount(1);
    },
  },
  {
    name: 'operations releases not loaded',
    async show(page) {
      await withAccess(page);
      await cut(page, HISTORY);
      await answer(page, FIGURES, figures());
      await openAsManager(page, '?tab=releases');
      await seeText(page, 'Failed to load the releases.');
    },
  },
  {
    name: 'operations releases, figures not loaded',
    async show(page) {
      await withAccess(page);
      await answer(page, HISTORY, history());
      await fail(page, FIGURES);
      await openAsManager(page, '?tab=releases');
      await seeText(page, 'Failures and page speed could not be loaded.');
    },
  },
  {
    name: 'operations releases, no history yet',
    async show(page) {
      await withAccess(page);
      await answer(page, HISTORY, { ...history(), versions: {}, canaries: [], previews: [], changes: [] });
      await answer(page, FIGURES, { ...figures(), rows: [] });
      await openAsManager(page, '?tab=releases');
      await seeText(page, 'No release history yet.');
    },
  },
  {
    name: 'operations releases',
    async show(page) {
      await openReleases(page);
      await seeText(page, 'Canary, 10 %');
      await seeText(page, '12 failed loads, 31 errors');
    },
  },
  {
    name: 'operations releases extremes',
    async show(page) {
      await openReleases(page, history(LONG));
      await seeText(page, new RegExp(LONG));
    },
  },
  {
    name: 'operations releases, a version with its commands',
    async show(page) {
      await openReleases(page);
      await openVersion(page, '9a8b7c6d5e4f');
      const dialog = page.getByRole('dialog', { name: 'marketing 9a8b7c6d5e4f' });
      await expect(dialog).toBeVisible();
      // Its words that matter are the last ones.
      const cutOff = (fields: Element[]) =>
        fields.filter((f) => f.scrollWidth > f.clientWidth || f.scrollHeight > f.clientHeight).length;
      expect(await dialog.getByRole('textbox').evaluateAll(cutOff)).toBe(0);
    },
  },
];
