import type { Page } from '@playwright/test';
import {
  ADA,
  ADA_FOUND,
  customerData,
  erasedAnswer,
  foundPeople,
  MENTION,
  openedPerson,
  RETENTION,
  repData,
  requestData,
} from '../../../portal/src/features/people/people-fixtures.ts';
import { expect } from '../../browser.ts';
import { answer, cut, fail, fn, hold, refuse } from '../answers.ts';
import { type PortalState, seeText } from '../portal-state.ts';
import { openAsManager, withAccess } from './operations-access.ts';

const READ = fn('read-people');
const CHANGE = fn('change-person');
const asks = (action: string) => (sent: Readonly<Record<string, unknown>>) => sent.action === action;

async function openPeople(page: Page): Promise<void> {
  await withAccess(page);
  await answer(page, READ, RETENTION, asks('retention'));
  await openAsManager(page, '?tab=people');
  await expect(page.getByRole('searchbox', { name: 'Search people' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'How long data is kept' })).toBeVisible();
}

async function search(page: Page, text = 'ada'): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search people' }).fill(text);
  await page.keyboard.press('Enter');
}

async function findPeople(page: Page, ...people: object[]): Promise<void> {
  await openPeople(page);
  await answer(page, READ, foundPeople(...people), asks('find'));
  await search(page);
}

/** Opens Ada, with the data of this answer. */
async function openAda(page: Page, opened: object = openedPerson({}, [MENTION])): Promise<void> {
  await findPeople(page, ADA_FOUND);
  await answer(page, READ, opened, asks('open'));
  await page.getByRole('button', { name: /^Ada Lovelace/ }).click();
  await expect(page.getByRole('button', { name: 'Erase this person' })).toBeVisible();
}

async function unfold(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const part of document.querySelectorAll('#main details')) part.setAttribute('open', '');
  });
}

async function askErasure(page: Page, opened?: object): Promise<void> {
  await openAda(page, opened);
  await page.getByRole('button', { name: 'Erase this person' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function correct(page: Page): Promise<void> {
  await openAda(page);
  await page.getByRole('button', { name: 'Correct the customer' }).click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Ada Byron');
}

const LONG = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(5);

/** Operations: the stored data about people. */
export const OPERATIONS_PEOPLE_STATES: readonly PortalState[] = [
  { name: 'operations people', show: openPeople },
  {
    name: 'operations people, retention loading',
    async show(page) {
      await withAccess(page);
      await hold(page, READ, asks('retention'));
      await openAsManager(page, '?tab=people');
      await expect(page.getByText('Loading the retention table')).toHaveCount(1);
    },
  },
  {
    name: 'operations people, retention not loaded',
    async show(page) {
      await withAccess(page);
      await fail(page, READ);
      await openAsManager(page, '?tab=people');
      await seeText(page, 'Failed to load the retention table.');
    },
  },
  {
    name: 'operations people, never run',
    async show(page) {
      await withAccess(page);
      const { retention } = RETENTION;
      await answer(page, READ, { outcome: 'told', retention: { ...retention, lastRunAt: null } });
      await openAsManager(page, '?tab=people');
      await seeText(page, 'has never run');
    },
  },
  {
    name: 'operations people loading',
    async show(page) {
      await openPeople(page);
      await hold(page, READ, asks('find'));
      await search(page);
      await expect(page.getByText('Loading the people')).toHaveCount(1);
    },
  },
  {
    name: 'operations people not loaded',
    async show(page) {
      await openPeople(page);
      await fail(page, READ, asks('find'));
      await search(page);
      await seeText(page, 'Failed to load the people.');
    },
  },
  {
    name: 'operations people nobody found',
    async show(page) {
      await findPeople(page);
      await seeText(page, 'No people found.');
    },
  },
  {
    name: 'operations people found',
    async show(page) {
      await findPeople(
        page,
        ADA_FOUND,
        { email: 'charles@engine.example', names: [], roles: ['code'] },
        { email: 'robin.vale@corvane.example', names: ['Robin Vale'], roles: ['representative'] },
      );
      await seeText(page, '3 found');
    },
  },
  {
    name: 'operations people extremes',
    async show(page) {
      await findPeople(
        page,
        ...Array.from({ length: 100 }, (_, n) => ({
          email: `${'person-with-a-long-address'.repeat(5)}${n}@example.example`,
          names: [`${LONG} ${n}`, '<b>Bold</b> ‮x'],
          roles: ['code', 'contact request', 'customer', 'representative'],
        })),
      );
      await seeText(page, 'The first 100 by address are shown.');
    },
  },
  {
    name: 'operations person loading',
    async show(page) {
      await findPeople(page, ADA_FOUND);
      await hold(page, READ, asks('open'));
      await page.getByRole('button', { name: /^Ada Lovelace/ }).click();
      await expect(page.getByText('Loading what is stored')).toHaveCount(1);
    },
  },
  {
    name: 'operations person not loaded',
    async show(page) {
      await findPeople(page, ADA_FOUND);
      await fail(page, READ, asks('open'));
      await page.getByRole('button', { name: /^Ada Lovelace/ }).click();
      await seeText(page, 'Failed to load what is stored.');
    },
  },
  {
    name: 'operations person gone meanwhile',
    async show(page) {
      await findPeople(page, ADA_FOUND);
      await refuse(page, READ, 404, 'not_found', {}, asks('open'));
      await page.getByRole('button', { name: /^Ada Lovelace/ }).click();
      await seeText(page, 'Nothing is stored about this address any more.');
    },
  },
  { name: 'operations person', show: (page) => openAda(page) },
  {
    name: 'operations person unfolded',
    async show(page) {
      await openAda(page, openedPerson({ representative: repData() }, [MENTION]));
      await unfold(page);
    },
  },
  {
    name: 'operations person, more mentions not loaded',
    async show(page) {
      const opened = openedPerson({}, [MENTION]);
      await openAda(page, {
        ...opened,
        mentions: { ...opened.mentions, unread: 69, next: '4 contact_request x' },
      });
      await fail(page, READ, asks('mentions'));
      await unfold(page);
      await page.getByRole('button', { name: 'Load more' }).click();
      await seeText(page, 'Failed to load more texts.');
    },
  },
  {
    name: 'operations person extremes',
    async show(page) {
      await openAda(
        page,
        openedPerson(
          {
            customer: customerData({
              name: LONG,
              company: `<b>${LONG}</b>`,
              hasOpenLink: false,
              revokedAt: '2026-11-20T10:00:00+00:00',
              notes: [{ note: `${LONG}\n${LONG}`, updatedAt: '2026-11-20T10:00:00+00:00', writtenBy: LONG }],
              counts: { sessions: 1_204, openings: 0, sales: 1, trail: 1 },
            }),
            requests: [
              requestData({ message: `${LONG}\n`.repeat(8), referrer: `https://x.example/${LONG}` }),
              requestData({
                id: '00000000-0000-4000-8000-0000000000a2',
                consentWithdrawnAt: '2026-11-20T10:00:00+00:00',
                quarantinedAt: '2026-11-20T10:00:00+00:00',
              }),
            ],
          },
          [{ ...MENTION, text: LONG }],
        ),
      );
      await unfold(page);
    },
  },
  {
    name: 'operations person not exported',
    async show(page) {
      await refuse(page, CHANGE, 503, 'unavailable');
      await openAda(page);
      await page.getByRole('button', { name: 'Export as data' }).click();
      await seeText(page, 'No file was written.');
    },
  },
  { name: 'operations person being corrected', show: correct },
  {
    name: 'operations person correction, conflict',
    async show(page) {
      await answer(page, CHANGE, {
        outcome: 'conflict',
        stored: { name: 'Ada King', company: 'Engines Ltd' },
      });
      await correct(page);
      await page.getByRole('button', { name: 'Save correction' }).click();
      await seeText(page, 'Someone else changed this first.');
    },
  },
  {
    name: 'operations person correction without a required text',
    async show(page) {
      await openAda(page);
      await page.getByRole('button', { name: /^Correct the request/ }).click();
      await page.getByRole('dialog').getByLabel('Company', { exact: true }).fill('');
      await page.getByRole('button', { name: 'Save correction' }).click();
      await seeText(page, 'Please fill this in');
    },
  },
  {
    name: 'operations person consent asked',
    async show(page) {
      await openAda(page);
      await page.getByRole('button', { name: 'Withdraw consent' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  { name: 'operations person erasure asked', show: (page) => askErasure(page) },
  {
    name: 'operations person erasure with another address',
    async show(page) {
      await askErasure(page, openedPerson());
      await page.getByLabel('Type the address to confirm', { exact: true }).fill('ada@engine');
      await page.getByRole('button', { name: 'Erase for good' }).click();
      await seeText(page, 'This is not the address above');
    },
  },
  {
    name: 'operations person erasure of a representative',
    async show(page) {
      await askErasure(page, openedPerson({ representative: repData() }));
      await seeText(page, 'This person can sign in as a representative.');
    },
  },
  {
    name: 'operations person erasure of many texts',
    async show(page) {
      let isFirst = true;
      await cut(page, CHANGE);
      await answer(page, CHANGE, { outcome: 'erasing', redacted: 200, unread: 1_300 }, () => {
        const was = isFirst;
        isFirst = false;
        return was;
      });
      const opened = openedPerson({}, [MENTION]);
      await askErasure(page, { ...opened, mentions: { ...opened.mentions, unread: 1_499, next: 'x' } });
      await page.getByLabel('Type the address to confirm', { exact: true }).fill(ADA);
      await page.getByRole('button', { name: 'Erase for good' }).click();
      await seeText(page, 'Not finished: the person is out of 200 records of others');
      await seeText(page, 'The server cannot be reached.');
    },
  },
  {
    name: 'operations person erased',
    async show(page) {
      await answer(page, CHANGE, erasedAnswer());
      await askErasure(page);
      await page.getByLabel('Type the address to confirm', { exact: true }).fill(ADA);
      await page.getByRole('button', { name: 'Erase for good' }).click();
      await expect(page.getByRole('dialog')).toBeHidden();
      await seeText(page, 'Nothing is stored about this person any more.');
    },
  },
];
