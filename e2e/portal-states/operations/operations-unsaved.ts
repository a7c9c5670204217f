import type { Page } from '@playwright/test';
import { expect } from '../../browser.ts';
import { answer, refuse, rpc } from '../answers.ts';
import { type PortalState, seeText } from '../portal-state.ts';
import { lostRight } from './operations-access.ts';
import { CHANGE_REQUEST, openAda } from './operations-requests.ts';

async function typeNote(page: Page): Promise<void> {
  await openAda(page);
  await page.getByLabel('Note', { exact: true }).fill('Call on Monday.\nAsk for Vera.');
}

/** Operations: what happens to something typed when it cannot stay on the screen. */
export const UNSAVED_STATES: readonly PortalState[] = [
  {
    name: 'operations, Back with something typed',
    async show(page) {
      await typeNote(page);
      await page.goBack();
      await expect(page.getByRole('dialog', { name: 'Discard what you entered?' })).toBeVisible();
    },
  },
  {
    name: 'operations, no manager any more, with something typed',
    async show(page) {
      await typeNote(page);
      await answer(page, rpc('get_manager_access'), lostRight());
      await refuse(page, CHANGE_REQUEST, 403, 'forbidden');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await seeText(page, 'What you entered in “Ada Lovelace” was not saved.');
    },
  },
];
