import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect } from '../browser.ts';
import { answer, cut, fail, fn, hold, refuse, rpc } from './answers.ts';
import { open, type PortalState, seeText } from './portal-state.ts';
import {
  ADA_ID,
  assignedPage,
  conflictWith,
  extremeRequests,
  requestRow,
  someRequests,
} from './request-answers.ts';

const LIST = rpc('get_assigned_contact_requests');
const CHANGE = fn('change-contact-request');

async function openTab(page: Page, rows: Parameters<typeof assignedPage>[0] = someRequests()): Promise<void> {
  await answer(page, LIST, assignedPage(rows));
  await open(page, '?tab=requests');
  await expect(page.getByRole('table')).toBeVisible();
}

async function openAda(page: Page, rows?: Parameters<typeof assignedPage>[0]): Promise<void> {
  await openTab(page, rows);
  await page
    .getByRole('table')
    .getByRole('button', { name: /^Ada Lovelace/ })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: 'Ada Lovelace' })).toBeVisible();
}

const note = (page: Page) => page.getByLabel('Note', { exact: true });

async function save(page: Page, text = 'Called, and sent the comparison.'): Promise<void> {
  await note(page).fill(text);
  await page.getByRole('button', { name: 'Save changes' }).click();
}

/** The requests that are assigned to a rep. */
export const REQUEST_STATES: readonly PortalState[] = [
  {
    name: 'requests loading',
    async show(page) {
      await hold(page, LIST);
      await open(page, '?tab=requests');
      await expect(page.getByText('Loading your requests')).toHaveCount(1);
    },
  },
  {
    name: 'requests not loaded',
    async show(page) {
      await fail(page, LIST);
      await open(page, '?tab=requests');
      await seeText(page, 'Failed to load your requests.');
    },
  },
  {
    name: 'requests whose code is not loaded',
    async show(page) {
      await cut(page, '*/assigned-requests-panel-*.js');
      await open(page, '?tab=requests');
      await seeText(page, 'Failed to load your requests.');
    },
  },
  {
    name: 'requests none yet',
    async show(page) {
      await answer(page, LIST, assignedPage([]));
      await open(page, '?tab=requests');
      await seeText(page, 'No requests yet.');
    },
  },
  { name: 'requests', show: (page) => openTab(page) },
  { name: 'requests extremes', show: (page) => openTab(page, extremeRequests()) },
  {
    name: 'request',
    async show(page) {
      await openAda(page);
      await seeText(page, 'We compare three vendors.');
      await expect(page.getByRole('heading', { name: 'Ada Lovelace' })).toBeFocused();
    },
  },
  {
    name: 'request, its form',
    async show(page) {
      await openAda(page);
      await note(page).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'request extreme',
    async show(page) {
      await openTab(page, extremeRequests());
      await page
        .getByRole('table')
        .getByRole('button', { name: /^Wolfe/ })
        .first()
        .click();
      await seeText(page, 'Do not contact this person');
    },
  },
  {
    name: 'request not assigned to the rep',
    async show(page) {
      await answer(page, LIST, assignedPage(someRequests()));
      await open(page, `?tab=requests&request=${randomUUID()}`);
      await seeText(page, 'This request is not assigned to you');
    },
  },
  {
    name: 'request change under way',
    async show(page) {
      await hold(page, CHANGE);
      await openAda(page);
      await save(page);
      await expect(page.getByRole('button', { name: 'Save changes' })).toHaveAttribute(
        'aria-disabled',
        'true',
      );
    },
  },
  {
    name: 'request change saved',
    async show(page) {
      await answer(page, CHANGE, { outcome: 'saved', request: requestRow({ status: 'done', version: 2 }) });
      await openAda(page);
      await save(page);
      await seeText(page, 'Saved');
      await expect(page.getByRole('dialog')).toBeHidden();
    },
  },
  {
    name: 'request change, conflict',
    async show(page) {
      await answer(page, CHANGE, conflictWith({ status: 'done', staffNote: 'Robin called already.' }));
      await openAda(page);
      await save(page);
      await seeText(page, /Dana Whitfield set this to Done and changed the note 2 minutes ago/);
      await expect(note(page)).toHaveValue('Called, and sent the comparison.');
    },
  },
  {
    name: 'request change not saved',
    async show(page) {
      await refuse(page, CHANGE, 404, 'not_found');
      await openAda(page);
      await save(page);
      await seeText(page, 'This request is no longer yours');
    },
  },
  {
    name: 'request note too long',
    async show(page) {
      await openAda(page);
      await save(page, 'x'.repeat(4_001));
      await seeText(page, 'Please use at most 4,000 characters');
      await expect(note(page)).toBeFocused();
    },
  },
  {
    name: 'request marked as spam, asked',
    async show(page) {
      await openAda(page);
      await page.getByRole('dialog').getByRole('combobox', { name: 'Status' }).selectOption('Spam');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await expect(page.getByRole('dialog', { name: /^Mark the request/ })).toBeVisible();
    },
  },
  {
    name: 'request qualified, details filled in',
    async show(page) {
      await openTab(page);
      await page.getByRole('button', { name: 'Qualify Ada Lovelace' }).click();
      await expect(page.getByLabel('Customer email*', { exact: true })).toHaveValue('ada@lovelace.example');
    },
  },
  {
    name: 'request opened by its address',
    async show(page) {
      await answer(page, LIST, assignedPage(someRequests()));
      await open(page, `?tab=requests&request=${ADA_ID}`);
      await expect(page.getByRole('dialog', { name: 'Ada Lovelace' })).toBeVisible();
    },
  },
];
