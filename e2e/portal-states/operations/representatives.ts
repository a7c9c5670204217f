import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect } from '../../browser.ts';
import { answer, fail, fn, hold, refuse } from '../answers.ts';
import { type PortalState, seeText } from '../portal-state.ts';
import {
  ago,
  DANA,
  HANDOVERS,
  handover,
  LIST,
  openList,
  openTab,
  repRow,
  repsPage,
  SESSIONS,
  someReps,
  withAnswers,
} from './representative-answers.ts';

const CHANGE = fn('change-representative');

/** Names and figures at their limits. */
const extremeReps = () => [
  repRow({
    name: `Wolfeschlegelsteinhausenbergerdorff ${'<b>x</b>'.repeat(10)}`,
    email: `${'very-long-'.repeat(20)}@corvane.example`,
    customers: 123_456,
    openLinks: 98_765,
    openRequests: 54_321,
    liveSessions: 1_000,
  }),
  repRow({ id: randomUUID(), name: '田', email: 'a@b.cd', customers: 0, openLinks: 0, openRequests: 0 }),
];

async function openDana(page: Page): Promise<void> {
  await openList(page);
  await page.getByRole('table').getByRole('button', { name: /^Dana/ }).first().click();
  await expect(page.getByRole('dialog', { name: DANA.name })).toBeVisible();
}

async function pressInDana(page: Page, button: string): Promise<void> {
  await openDana(page);
  await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click();
}

/** Someone else edited Dana first. */
export const repConflict = () => ({
  outcome: 'conflict',
  rep: {
    name: 'Dana W. Whitfield',
    email: DANA.email,
    isManager: true,
    disabledAt: null,
    salesIdSince: ago(1),
  },
  lastChange: { by: 'Marcus Oyelaran', occurredAt: ago(1) },
});

/** Operations: every representative, and the actions of managers. */
export const REPRESENTATIVE_STATES: readonly PortalState[] = [
  {
    name: 'representatives loading',
    async show(page) {
      await withAnswers(page);
      await hold(page, LIST);
      await openTab(page);
      await expect(page.getByText('Loading the representatives')).toHaveCount(1);
    },
  },
  {
    name: 'representatives not loaded',
    async show(page) {
      await withAnswers(page);
      await fail(page, LIST);
      await openTab(page);
      await seeText(page, 'Failed to load the representatives.');
    },
  },
  {
    name: 'representatives no match',
    async show(page) {
      await withAnswers(page);
      await answer(page, LIST, repsPage([]));
      await openTab(page, '&rep-find=nobody');
      await seeText(page, 'No representative matches.');
    },
  },
  { name: 'representatives', show: (page) => openList(page) },
  { name: 'representatives extremes', show: (page) => openList(page, repsPage(extremeReps())) },
  {
    name: 'representatives more not loaded',
    async show(page) {
      await openList(page, repsPage(someReps(), true));
      await fail(page, LIST, ({ after }) => after === 'next');
      await page.getByRole('button', { name: 'Load more' }).click();
      await seeText(page, 'Failed to load the representatives.');
    },
  },
  {
    name: 'representatives, recent handovers',
    async show(page) {
      await withAnswers(page);
      const rows = [handover(), handover({ by: null, undoneAt: ago(3), customers: 0, requests: 1 })];
      await answer(page, HANDOVERS, { rows, now: new Date().toISOString() });
      await answer(page, LIST, repsPage(someReps()));
      await openTab(page);
      await seeText(page, 'Recent handovers');
      await expect(page.getByRole('table')).toBeVisible();
    },
  },
  {
    name: 'representatives, handovers not loaded',
    async show(page) {
      await withAnswers(page);
      await fail(page, HANDOVERS);
      await answer(page, LIST, repsPage(someReps()));
      await openTab(page);
      await seeText(page, 'The recent handovers could not be loaded.');
      await expect(page.getByRole('table')).toBeVisible();
    },
  },
  {
    name: 'representative',
    async show(page) {
      await openDana(page);
      await seeText(page, 'This browser');
    },
  },
  {
    name: 'representative, sessions not loaded',
    async show(page) {
      await withAnswers(page);
      await fail(page, SESSIONS);
      await answer(page, LIST, repsPage(someReps()));
      await openTab(page, `&rep=${DANA.id}`);
      await seeText(page, 'Failed to load their sessions.');
    },
  },
  {
    name: 'representative, sessions ended',
    async show(page) {
      await answer(page, CHANGE, { outcome: 'ended', endedSessions: 2 });
      await pressInDana(page, 'End all other sessions');
      await seeText(page, '2 sessions ended');
    },
  },
  {
    name: 'representative whose data was erased',
    async show(page) {
      const gone = {
        name: 'Former representative',
        disabledAt: ago(190),
        erasedAt: ago(100),
        customers: 0,
      };
      await openList(page, repsPage([repRow({ ...DANA, ...gone, openRequests: 0 })]), `&rep=${DANA.id}`);
      await seeText(page, 'The data of this person was erased.');
    },
  },
  {
    name: 'representative, an edit of erased data',
    async show(page) {
      await refuse(page, CHANGE, 409, 'invalid_request', {
        message: 'The data of this person was erased, so the account stays closed.',
      });
      await pressInDana(page, 'Edit');
      await page.getByLabel('Name', { exact: true }).fill('Dana White');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await seeText(page, 'so the account stays closed');
    },
  },
  {
    name: 'representative that is not there',
    async show(page) {
      await withAnswers(page);
      await answer(page, LIST, repsPage([]));
      await openTab(page, `&rep=${randomUUID()}`);
      await seeText(page, 'There is no such representative.');
    },
  },
  {
    name: 'representative, adding',
    async show(page) {
      await openList(page);
      await page.getByRole('button', { name: 'Add a representative' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'representative, adding refused',
    async show(page) {
      await refuse(page, CHANGE, 400, 'invalid_request', {
        fields: { email: 'Another representative has this address' },
      });
      await openList(page);
      await page.getByRole('button', { name: 'Add a representative' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Dana Again');
      await page.getByLabel('Email', { exact: true }).fill(DANA.email);
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await seeText(page, 'Another representative has this address');
    },
  },
  {
    name: 'representative, edit conflict',
    async show(page) {
      await answer(page, CHANGE, repConflict());
      await pressInDana(page, 'Edit');
      await page.getByLabel('Name', { exact: true }).fill('Dana White');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await seeText(page, /Stored now: Dana W. Whitfield/);
    },
  },
  { name: 'representative, new requests asked', show: (page) => pressInDana(page, 'Give new requests') },
  { name: 'representative, disabling asked', show: (page) => pressInDana(page, 'Disable') },
  {
    name: 'representative, last manager',
    async show(page) {
      await refuse(page, CHANGE, 409, 'invalid_request', { message: 'This is the last manager.' });
      await pressInDana(page, 'Disable');
      await page
        .getByRole('dialog', { name: /^Disable/ })
        .getByRole('button', { name: 'Disable' })
        .click();
      await seeText(page, 'This is the last manager');
    },
  },
  { name: 'representative, new sales ID asked', show: (page) => pressInDana(page, 'New sales ID') },
  {
    name: 'representative, sales ID shown once',
    async show(page) {
      await answer(page, CHANGE, { outcome: 'rotated', salesId: 'SR-7Q2M-9XKD-4WPT', endedSessions: 2 });
      await pressInDana(page, 'New sales ID');
      await page.getByRole('button', { name: 'Make a new sales ID' }).click();
      await expect(page.getByLabel('Sales ID', { exact: true })).toHaveValue('SR-7Q2M-9XKD-4WPT');
    },
  },
];
