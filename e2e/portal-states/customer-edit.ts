import type { Page } from '@playwright/test';
import { expect } from '../browser.ts';
import { answer, fail, fn, hold, refuse, rpc } from './answers.ts';
import { open, type PortalState, seeText } from './portal-state.ts';

const NOTE = rpc('get_customer_note');
const EDIT = fn('edit-customer');
const LONG_NOTE = 'Asked for figures of the Midwest.\nCall again on Monday, after 3 PM. '.repeat(4).trim();

async function openCustomer(page: Page, note = LONG_NOTE): Promise<void> {
  await answer(page, NOTE, { note, updatedAt: '2026-11-21T10:00:00Z' });
  await open(page, '?tab=customers');
  await page
    .getByRole('table')
    .getByRole('button', { name: /^Priya Raman/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function beginEdit(page: Page, note?: string): Promise<void> {
  await openCustomer(page, note);
  await page.getByRole('button', { name: 'Edit name, company and note' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
}

async function save(page: Page): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('Priya Raman-Sørensen');
  await page.getByRole('button', { name: 'Save changes' }).click();
}

const STORED = { name: 'Priya R.', company: 'Hartwell Media Group, Inc.', note: 'Prefers mail' };

/** The form that corrects a customer, and the private note. */
export const CUSTOMER_EDIT_STATES: readonly PortalState[] = [
  {
    name: 'customer with a note',
    async show(page) {
      await openCustomer(page);
      await seeText(page, 'Asked for figures');
      await page.getByText('Asked for figures').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'customer without a note',
    async show(page) {
      await openCustomer(page, '');
      await seeText(page, 'No note yet.');
      await page.getByText('No note yet.').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'customer note loading',
    async show(page) {
      await hold(page, NOTE);
      await open(page, '?tab=customers');
      await page
        .getByRole('table')
        .getByRole('button', { name: /^Priya Raman/ })
        .first()
        .click();
      await expect(page.getByText('Loading your note')).toHaveCount(1);
    },
  },
  {
    name: 'customer note not loaded',
    async show(page) {
      await fail(page, NOTE);
      await open(page, '?tab=customers');
      await page
        .getByRole('table')
        .getByRole('button', { name: /^Priya Raman/ })
        .first()
        .click();
      await seeText(page, 'Failed to load your note.');
      await page.getByText('Failed to load your note.').scrollIntoViewIfNeeded();
    },
  },
  { name: 'customer edit', show: (page) => beginEdit(page) },
  {
    name: 'customer edit, note too long',
    async show(page) {
      await beginEdit(page, '');
      await page.getByLabel('Private note', { exact: true }).fill('x'.repeat(10_000));
      await page.getByRole('button', { name: 'Save changes' }).click();
      await seeText(page, 'Please use at most 2,000 characters');
      await expect(page.getByLabel('Private note', { exact: true })).toBeFocused();
    },
  },
  {
    name: 'customer edit under way',
    async show(page) {
      await hold(page, EDIT);
      await beginEdit(page);
      await save(page);
      await expect(page.getByRole('button', { name: 'Save changes' })).toHaveAttribute(
        'aria-disabled',
        'true',
      );
    },
  },
  {
    name: 'customer edit saved',
    async show(page) {
      await answer(page, EDIT, { outcome: 'saved', customer: STORED });
      await beginEdit(page);
      await save(page);
      await seeText(page, 'Changes saved');
      await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    },
  },
  {
    name: 'customer edit, conflict',
    async show(page) {
      await answer(page, EDIT, { outcome: 'conflict', customer: STORED });
      await beginEdit(page);
      await save(page);
      await seeText(page, 'These details have changed since you opened them');
      await page.getByText('These details have changed since you opened them').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'customer edit not saved',
    async show(page) {
      await refuse(page, EDIT, 503, 'unavailable');
      await beginEdit(page);
      await save(page);
      await seeText(page, 'The server cannot be reached.');
    },
  },
];
