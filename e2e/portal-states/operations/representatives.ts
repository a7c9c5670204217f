import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect } from '../../browser.ts';
import { answer, fail, fn, hold, refuse, rpc } from '../answers.ts';
import { type PortalState, seeText } from '../portal-state.ts';
import { ROBIN } from '../request-answers.ts';
import { openAsManager, withAccess } from './operations-access.ts';

const LIST = rpc('get_reps');
const HANDOVERS = rpc('get_handovers');
const SESSIONS = rpc('get_rep_sessions');
const CHOICES = rpc('get_handover_choices');
const CHANGE = fn('change-representative');
const HAND_OVER = fn('hand-over-customers');

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const DANA = {
  id: '00000000-0000-4000-8000-0000000000d5',
  name: 'Dana Whitfield',
  email: 'dana.whitfield@corvane.example',
  is_manager: false,
  disabled_at: null as string | null,
  erased_at: null as string | null,
  created_at: '2026-01-05T09:00:00Z',
  sales_id_since: '2026-01-05T09:00:00Z' as string | null,
  customers: 19,
  open_links: 4,
  open_requests: 3,
  last_sign_in_at: ago(190) as string | null,
  live_sessions: 2,
};
const repRow = (changes: Partial<typeof DANA> = {}) => ({ ...DANA, ...changes });

const someReps = () => [
  repRow(),
  repRow({ id: randomUUID(), name: 'Marcus Oyelaran', email: 'marcus@corvane.example', is_manager: true }),
  repRow({
    id: randomUUID(),
    name: 'Petra Former',
    email: 'petra@corvane.example',
    disabled_at: ago(50_000),
    customers: 0,
    open_links: 0,
    open_requests: 0,
    last_sign_in_at: null,
    live_sessions: 0,
    sales_id_since: null,
  }),
];

/** Names and figures at their limits. */
const extremeReps = () => [
  repRow({
    name: `Wolfeschlegelsteinhausenbergerdorff ${'<b>x</b>'.repeat(10)}`,
    email: `${'very-long-'.repeat(20)}@corvane.example`,
    customers: 123_456,
    open_links: 98_765,
    open_requests: 54_321,
    live_sessions: 1_000,
  }),
  repRow({ id: randomUUID(), name: '田', email: 'a@b.cd', customers: 0, open_links: 0, open_requests: 0 }),
];

const repsPage = (rows: ReturnType<typeof someReps>, hasMore = false) => ({
  rows,
  has_more: hasMore,
  next_after: hasMore ? 'next' : null,
  counts: { enabled: 2, disabled: 1, managers: 1 },
  now: new Date().toISOString(),
});

const handover = (changes: object = {}) => ({
  id: randomUUID(),
  from: { id: DANA.id, name: DANA.name, disabled_at: null },
  to: { ...ROBIN, disabled_at: null },
  by: 'Marcus Oyelaran' as string | null,
  customers: 19,
  requests: 3,
  created_at: ago(12),
  undone_at: null as string | null,
  undo_until: ago(-1_400),
  ...changes,
});

const session = (changes: object = {}) => ({
  id: randomUUID(),
  ip_address: '203.0.113.9',
  user_agent:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  created_at: ago(190),
  expires_at: ago(-400),
  is_asking: false,
  ...changes,
});

const person = (name: string) => ({
  id: randomUUID(),
  name,
  email: `${name.split(' ')[0]?.toLowerCase()}@client.example`,
  company: `${name.split(' ')[1]} Ltd`,
});
const CHOICE_ROWS = {
  customers: ['Ada Lovelace', 'Bo Nilsson', 'Carla Ruiz', 'Dev Patel', 'Emil Moreau', 'Fay Okoro'].map(
    person,
  ),
  requests: ['Vera Visitor', 'Walt Vance'].map(person),
  customer_count: 19,
  request_count: 3,
};

async function withAnswers(page: Page): Promise<void> {
  await withAccess(page);
  await answer(page, HANDOVERS, { rows: [], now: new Date().toISOString() });
  await answer(page, SESSIONS, [
    session({ is_asking: true }),
    session(),
    session({ ip_address: null, user_agent: null }),
  ]);
  await answer(page, CHOICES, CHOICE_ROWS);
}

const openTab = (page: Page, query = '') => openAsManager(page, `?tab=representatives${query}`);

async function openList(page: Page, answered = repsPage(someReps()), query = ''): Promise<void> {
  await withAnswers(page);
  await answer(page, LIST, answered);
  await openTab(page, query);
  // Not found by role: behind a dialog it has none.
  await expect(page.locator('#main table')).toBeVisible();
}

async function openDana(page: Page): Promise<void> {
  await openList(page);
  await page.getByRole('table').getByRole('button', { name: /^Dana/ }).first().click();
  await expect(page.getByRole('dialog', { name: DANA.name })).toBeVisible();
}

async function pressInDana(page: Page, button: string): Promise<void> {
  await openDana(page);
  await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click();
}

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

/** Someone else edited Dana first. */
export const repConflict = () => ({
  outcome: 'conflict',
  rep: {
    name: 'Dana W. Whitfield',
    email: DANA.email,
    is_manager: true,
    disabled_at: null,
    sales_id_since: ago(1),
  },
  last_change: { by: 'Marcus Oyelaran', occurred_at: ago(1) },
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
      const rows = [handover(), handover({ by: null, undone_at: ago(3), customers: 0, requests: 1 })];
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
        disabled_at: ago(190),
        erased_at: ago(100),
        customers: 0,
      };
      await openList(page, repsPage([repRow({ ...DANA, ...gone, open_requests: 0 })]), `&rep=${DANA.id}`);
      await seeText(page, 'The data of this person was erased.');
    },
  },
  {
    name: 'representative, an edit of erased data',
    async show(page) {
      await answer(page, CHANGE, { outcome: 'erased' });
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
  { name: 'representative, disabling asked', show: (page) => pressInDana(page, 'Disable') },
  {
    name: 'representative, last manager',
    async show(page) {
      await answer(page, CHANGE, { outcome: 'last_manager' });
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
        undo_until: ago(-1_440),
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
        { kind: 'customer', id: randomUUID(), name: 'Ada Lovelace', with: ROBIN.name, reason: 'new_link' },
        {
          kind: 'customer',
          id: randomUUID(),
          name: 'Bo Nilsson',
          with: ROBIN.name,
          reason: 'worked_on',
          did: ['note', 'link_extended'],
        },
        { kind: 'request', id: randomUUID(), name: null, with: null, reason: 'erased' },
      ];
      await answer(page, HAND_OVER, { outcome: 'undone', id: randomUUID(), count: 18, requests: 2, kept });
      await askUndo(page);
      await page.getByRole('button', { name: 'Undo the handover', exact: true }).click();
      await seeText(page, 'Undone in part');
    },
  },
];
