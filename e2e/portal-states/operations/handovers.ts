import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect } from '../../browser.ts';
import { answer, fail, fn } from '../answers.ts';
import { type PortalState, seeText } from '../portal-state.ts';
import { ROBIN } from '../request-answers.ts';
import {
  ago,
  CHOICES,
  DANA,
  HANDOVERS,
  handover,
  LIST,
  openList,
  openTab,
  repsPage,
  someReps,
  withAnswers,
} from './representative-answers.ts';

const HAND_OVER = fn('hand-over-customers');

async function openHandover(page: Page): Promise<void> {
  await openList(page);
  await page.getByRole('button', { name: `Hand over from ${DANA.name}` }).click();
  await seeText(page, 'All: 19 customers and 3 open requests');
}

async function handOver(page: Page): Promise<void> {
  await openHandover(page);
  await page.getByRole('dialog').getByRole('combobox', { name: 'To' }).selectOption(ROBIN.id);
  await page.getByRole('dialog').getByRole('button', { name: 'Hand over', exact: true }).click();
}

async function askUndo(page: Page): Promise<void> {
  await withAnswers(page);
  await answer(page, HANDOVERS, { rows: [handover()], now: new Date().toISOString() });
  await answer(page, LIST, repsPage(someReps()));
  await openTab(page);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

/** Operations: handing over a representative's customers and requests, and back. */
export const HANDOVER_STATES: readonly PortalState[] = [
  { name: 'handover, all', show: openHandover },
  {
    name: 'handover, chosen ones',
    async show(page) {
      await openHandover(page);
      await page.getByRole('radio', { name: 'Chosen ones' }).check();
      await page.getByRole('checkbox', { name: /^Ada Lovelace/ }).check();
      await seeText(page, '1 of 19 chosen');
    },
  },
  {
    name: 'handover, split',
    async show(page) {
      await openHandover(page);
      await page.getByRole('radio', { name: /^All, split evenly/ }).check();
      await page.getByRole('checkbox', { name: new RegExp(`^${ROBIN.name}`) }).check();
      await seeText(page, /^1 of \d+ chosen$/);
    },
  },
  {
    name: 'handover, choices not loaded',
    async show(page) {
      await withAnswers(page);
      await fail(page, CHOICES);
      await answer(page, LIST, repsPage(someReps()));
      await openTab(page);
      await page.getByRole('button', { name: `Hand over from ${DANA.name}` }).click();
      await seeText(page, 'Failed to load their customers and requests.');
    },
  },
  {
    name: 'handover, changed meanwhile',
    async show(page) {
      await answer(page, HAND_OVER, { outcome: 'changed', missing: [], customers: 18, requests: 3 });
      await handOver(page);
      await seeText(page, /There are 18 customers and 3 open requests now/);
    },
  },
  {
    name: 'handover done',
    async show(page) {
      await answer(page, HAND_OVER, {
        outcome: 'handed_over',
        id: randomUUID(),
        count: 19,
        requests: 3,
        undoUntil: ago(-1_440),
      });
      await handOver(page);
      await seeText(page, 'You can undo it until');
    },
  },
  { name: 'handover, undoing asked', show: askUndo },
  {
    name: 'handover undone in part',
    async show(page) {
      const kept = [
        {
          kind: 'customer',
          id: randomUUID(),
          name: 'Ada Lovelace',
          with: ROBIN.name,
          reason: 'new_link',
          did: [],
        },
        {
          kind: 'customer',
          id: randomUUID(),
          name: 'Bo Nilsson',
          with: ROBIN.name,
          reason: 'worked_on',
          did: ['note', 'link_extended'],
        },
        { kind: 'request', id: randomUUID(), name: null, with: null, reason: 'erased', did: [] },
      ];
      await answer(page, HAND_OVER, { outcome: 'undone', id: randomUUID(), count: 18, requests: 2, kept });
      await askUndo(page);
      await page.getByRole('button', { name: 'Undo the handover', exact: true }).click();
      await seeText(page, 'Undone in part');
    },
  },
];
