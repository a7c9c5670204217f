import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect } from '../../browser.ts';
import { answer, fail, fn, hold } from '../answers.ts';
import { type PortalState, seeText } from '../portal-state.ts';
import {
  ADA_ID,
  conflictWith,
  extremeRequests,
  requestRow,
  requestsPage,
  someRequests,
} from '../request-answers.ts';
import { LIST, openAsManager, REPS, withAccess } from './operations-access.ts';

export const CHANGE_REQUEST = fn('change-contact-request');
const CHANGE_REQUESTS = fn('change-contact-requests');

async function openList(
  page: Page,
  answered = requestsPage(someRequests()),
  query = '?tab=requests',
): Promise<void> {
  await withAccess(page);
  await answer(page, LIST, answered);
  await openAsManager(page, query);
  await expect(page.getByRole('table')).toBeVisible();
}

export async function openAda(page: Page): Promise<void> {
  await openList(page);
  await page
    .getByRole('table')
    .getByRole('button', { name: /^Ada Lovelace/ })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: 'Ada Lovelace' })).toBeVisible();
}

const isSecondPage = ({ after }: Readonly<Record<string, unknown>>) => after === 'next';

async function askRelease(page: Page): Promise<void> {
  await openList(page);
  await page.getByRole('button', { name: 'Release Emil Moreau' }).click();
  await expect(page.getByRole('dialog', { name: /^Release the request/ })).toBeVisible();
}

async function release(page: Page): Promise<void> {
  await askRelease(page);
  await page.getByRole('button', { name: 'Release', exact: true }).click();
}

/** Operations: every contact request. */
export const OPERATIONS_REQUESTS_STATES: readonly PortalState[] = [
  {
    name: 'operations requests loading',
    async show(page) {
      await withAccess(page);
      await hold(page, LIST);
      await openAsManager(page);
      await expect(page.getByText('Loading the requests')).toHaveCount(1);
    },
  },
  {
    name: 'operations requests not loaded',
    async show(page) {
      await withAccess(page);
      await fail(page, LIST);
      await openAsManager(page);
      await seeText(page, 'Failed to load the requests.');
    },
  },
  {
    name: 'operations requests none yet',
    async show(page) {
      await withAccess(page);
      await answer(page, LIST, requestsPage([]));
      await openAsManager(page);
      await seeText(page, 'No requests yet.');
    },
  },
  {
    name: 'operations requests no match',
    async show(page) {
      await withAccess(page);
      await answer(page, LIST, requestsPage([]));
      await openAsManager(page, '?tab=requests&find=nobody&state=spam');
      await seeText(page, 'No request matches.');
    },
  },
  { name: 'operations requests', show: (page) => openList(page) },
  {
    name: 'operations requests filtered',
    show: (page) =>
      openList(
        page,
        requestsPage(someRequests()),
        '?tab=requests&state=new&find=a&source=pricing&assigned=none&from=2026-11-01',
      ),
  },
  {
    name: 'operations requests being filtered',
    async show(page) {
      await openList(page);
      await hold(page, LIST);
      await page.getByRole('button', { name: /^Done/ }).click();
      await expect(page.locator('#main [aria-busy=true]')).toBeVisible();
    },
  },
  { name: 'operations requests extremes', show: (page) => openList(page, requestsPage(extremeRequests())) },
  {
    name: 'operations requests, all filters',
    async show(page) {
      await openList(page);
      await page.getByRole('button', { name: 'More filters' }).click();
      await expect(page.getByRole('combobox', { name: 'Campaign' })).toBeVisible();
    },
  },
  {
    name: 'operations requests, some chosen',
    async show(page) {
      await openList(page);
      for (const box of [0, 1]) await page.getByRole('checkbox').nth(box).check();
      await seeText(page, '2 requests chosen');
    },
  },
  {
    name: 'operations requests, assigned to whom',
    async show(page) {
      await openList(page);
      await page.getByRole('button', { name: 'Assign Ada Lovelace' }).click();
      await seeText(page, 'Assign the request of Ada Lovelace');
    },
  },
  {
    name: 'operations requests, changed at once',
    async show(page) {
      const rows = someRequests();
      await openList(page, requestsPage(rows));
      const lastChange = { by: 'Dana Whitfield', occurredAt: new Date().toISOString(), changes: [] };
      await answer(page, CHANGE_REQUESTS, {
        answers: [
          { requestId: ADA_ID, outcome: 'saved', version: 2, lastChange: null },
          { requestId: rows[1]?.requestId, outcome: 'conflict', version: 3, lastChange },
        ],
      });
      await page.getByRole('button', { name: 'Choose all shown' }).click();
      await page.getByRole('button', { name: 'Spam', exact: true }).click();
      await seeText(page, '1 request marked as spam.');
    },
  },
  {
    name: 'operations requests more not loaded',
    async show(page) {
      await openList(page, requestsPage(someRequests(), true));
      await fail(page, LIST, isSecondPage);
      await page.getByRole('button', { name: 'Load more' }).click();
      await seeText(page, 'Failed to load the requests.');
    },
  },
  {
    name: 'operations request',
    async show(page) {
      await openAda(page);
      await seeText(page, 'We compare three vendors.');
    },
  },
  {
    name: 'operations request, its form',
    async show(page) {
      await openAda(page);
      await page.getByRole('dialog').getByRole('combobox', { name: 'Assigned to' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'operations request, representatives not loaded',
    async show(page) {
      await withAccess(page);
      await page.unroute(REPS);
      await fail(page, REPS);
      await answer(page, LIST, requestsPage([requestRow()]));
      await openAsManager(page);
      await page
        .getByRole('table')
        .getByRole('button', { name: /^Ada Lovelace/ })
        .first()
        .click();
      await seeText(page, 'Failed to load the representatives.');
    },
  },
  {
    name: 'operations request, conflict',
    async show(page) {
      await answer(
        page,
        CHANGE_REQUEST,
        conflictWith({ status: 'done', staffNote: 'Robin called already.' }),
      );
      await openAda(page);
      await page.getByLabel('Note', { exact: true }).fill('Call on Monday.');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await seeText(page, /Dana Whitfield set this to Done and changed the note 2 minutes ago/);
    },
  },
  {
    name: 'operations request that is not there',
    async show(page) {
      await withAccess(page);
      await answer(page, LIST, requestsPage([]));
      await openAsManager(page, `?tab=requests&request=${randomUUID()}`);
      await seeText(page, 'There is no such request.');
    },
  },
  { name: 'operations release asked', show: askRelease },
  {
    name: 'operations release, conflict',
    async show(page) {
      await answer(page, CHANGE_REQUEST, conflictWith({ status: 'done' }));
      await release(page);
      await seeText(page, /Nothing was released/);
    },
  },
  {
    name: 'operations release done',
    async show(page) {
      await answer(page, CHANGE_REQUEST, { outcome: 'saved', request: requestRow(), notified: true });
      await release(page);
      await seeText(page, 'Released');
      await expect(page.getByRole('dialog')).toBeHidden();
    },
  },
  {
    name: 'operations shortcuts',
    async show(page) {
      await openList(page);
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    },
  },
];
