import type { Locator, Page } from '@playwright/test';
import { openTimed } from './in-page-clock.ts';
import { clearAll, stepAfterPause } from './screen-steps.ts';

/** A call of the API, with what it was asked. */
interface ListCall {
  name: string;
  isFunction: boolean;
  args: Record<string, unknown>;
}

export interface OperationsSample {
  tab: string;
  step:
    | 'first screen'
    | 'first screen, empty browser cache'
    | 'filter'
    | 'search'
    | 'search by address'
    | 'search by name'
    | 'open a person'
    | 'sort'
    | 'next page';
  /** To the paint that shows the rows. For a search, from the end of its pause in typing. */
  rowsMs: number;
  /** The calls for rows. */
  calls: readonly ListCall[];
}

type Step = OperationsSample['step'];

const FIRST_SCREENS = 15;
const NEXT_PAGES = 15;
const LISTS = [
  'get_operations_today',
  'get_contact_requests',
  'get_reps',
  'get_prices',
  'read-people',
  'get_audit_trail',
];

/** A tab of Operations in a page that has the clock. */
export class OperationsTab {
  readonly samples: OperationsSample[] = [];
  readonly page: Page;
  readonly #tab: string;
  readonly #url: string;
  #calls: ListCall[] = [];

  constructor(page: Page, tab: string, siteUrl: string) {
    this.page = page;
    this.#tab = tab;
    this.#url = `${siteUrl}/sales-portal/operations?tab=${tab.toLowerCase()}`;
    page.on('request', (request) => {
      const name = request.url().split('/').at(-1) ?? '';
      if (!LISTS.includes(name)) return;
      const isFunction = request.url().includes('/functions/v1/');
      this.#calls.push({ name, isFunction, args: request.postDataJSON() });
    });
  }

  async open(): Promise<void> {
    await openTimed(this.page, this.#url);
  }

  /** With the site's files in the browser's cache, as on every visit but the first, and without them, in turn. */
  async firstScreens(): Promise<void> {
    const devtools = await this.page.context().newCDPSession(this.page);
    await this.open();
    for (let run = 0; run < FIRST_SCREENS; run += 1) {
      for (const step of ['first screen', 'first screen, empty browser cache'] as const) {
        if (step !== 'first screen') await devtools.send('Network.clearBrowserCache');
        await this.#sample(step, async () => (await openTimed(this.page, this.#url)).rowsMs);
      }
    }
    await devtools.detach();
  }

  /** Presses a button. */
  press(step: Step, button: Locator): Promise<void> {
    return this.#sample(step, async () => (await stepAfterPause(button, null, 'rows')).rowsMs);
  }

  /** Chooses an option, once it is there. */
  async choose(step: Step, label: string, value: string): Promise<void> {
    const select = this.page.getByRole('combobox', { name: label });
    await select.locator(`option[value="${value}"]`).waitFor({ state: 'attached' });
    await this.#sample(step, async () => (await stepAfterPause(select, value, 'rows')).rowsMs);
  }

  async search(label: string, text: string): Promise<void> {
    const field = this.page.getByRole('searchbox', { name: label });
    await this.#sample('search', async () => {
      const { rowsMs, addressMs } = await stepAfterPause(field, text, 'rows');
      return rowsMs - (addressMs ?? 0);
    });
  }

  /** Searches with Enter, without the pause in typing. */
  async searchAtOnce(step: Step, label: string, text: string): Promise<void> {
    const field = this.page.getByRole('searchbox', { name: label });
    await this.#sample(step, async () => (await stepAfterPause(field, `${text}\n`, 'rows')).rowsMs);
  }

  /** Each next page adds its rows below those that are shown. */
  async nextPages(count = NEXT_PAGES): Promise<void> {
    for (let turn = 0; turn < count; turn += 1) {
      await this.press('next page', this.page.getByRole('button', { name: 'Load more' }));
    }
  }

  clearAll(): Promise<void> {
    return clearAll(this.page);
  }

  async #sample(step: Step, measure: () => Promise<number>): Promise<void> {
    this.#calls = [];
    const rowsMs = await measure();
    this.samples.push({ tab: this.#tab, step, rowsMs, calls: this.#calls });
  }
}

const STATUSES = ['New', 'In progress', 'Done', 'Spam', 'Quarantined'];
const SEARCHED_REQUESTS = ['person77777@', 'company 4', 'last 77'];
const ROUNDS = 5;

/** Every filter of the list. After each comes the other order, and the next page of it. */
export async function measureRequests(tab: OperationsTab, repIds: readonly string[]): Promise<void> {
  await tab.firstScreens();
  await tab.open();
  const choices = [
    ...['source 3', 'source 7', 'source 11'].map((source) => ['Source', source]),
    ...['campaign 39', 'campaign 12'].map((campaign) => ['Campaign', campaign]),
    ...['https://news.example/page-298', 'https://news.example/page-4'].map((page) => ['Page before', page]),
    ...['demo', 'contact'].map((form) => ['Form', form]),
    ...['none', 'any', ...repIds].map((id) => ['Assigned to', id]),
  ] as [string, string][];
  const orderAndPage = async () => {
    await tab.choose('sort', 'Order', 'asc');
    await tab.nextPages(1);
    await tab.clearAll();
  };
  const statuses = tab.page.getByRole('group', { name: 'Status' });
  for (const status of STATUSES) {
    await tab.press('filter', statuses.getByRole('button', { name: new RegExp(`^${status}`) }));
    await orderAndPage();
  }
  for (const [label, value] of choices) {
    await tab.choose('filter', label, value);
    await orderAndPage();
  }
  await tab.nextPages();
  for (let round = 0; round < ROUNDS; round += 1) {
    await tab.open();
    for (const text of SEARCHED_REQUESTS) {
      await tab.search('Search requests', text);
      await tab.clearAll();
    }
  }
}

export async function measureRepresentatives(tab: OperationsTab): Promise<void> {
  await tab.firstScreens();
  const states = tab.page.getByRole('group', { name: 'State' });
  for (let round = 0; round < ROUNDS; round += 1) {
    await tab.open();
    for (const state of ['Enabled', 'Disabled', 'Managers']) {
      await tab.press('filter', states.getByRole('button', { name: new RegExp(`^${state}`) }));
      await tab.clearAll();
    }
    for (const text of ['rep7', 'representative 1', 'rep123@']) {
      await tab.search('Search representatives', text);
      await tab.clearAll();
    }
    // 200 have eight pages.
    await tab.nextPages(3);
  }
}

/** A tab whose first screen is all that is measured. */
export function measureFirstScreens(tab: OperationsTab): Promise<void> {
  return tab.firstScreens();
}

const SEARCHED_PEOPLE = [
  ['search by address', 'person77777@scale.example'],
  ['search by name', 'First7 Last 7'],
  ['search by address', 'customer33333@'],
  ['search by name', 'Customer 4321'],
] as const;

export async function measurePeople(tab: OperationsTab): Promise<void> {
  await tab.firstScreens();
  const person = tab.page.locator('#main tr[data-row-id] [data-row-opener]').first();
  for (let round = 0; round < ROUNDS; round += 1) {
    await tab.open();
    for (const [step, text] of SEARCHED_PEOPLE) {
      await tab.searchAtOnce(step, 'Search people', text);
      await tab.press('open a person', person);
      await tab.page.getByRole('button', { name: 'Back to the search' }).click();
      await person.waitFor();
    }
  }
}

const EVENTS = [
  'rep_signed_in',
  'signed_out',
  'prices_revealed',
  'customer_signed_in',
  'code_sent',
  'link_issued',
  'link_opened',
  'contact_request_changed',
  'rep_disabled',
];

export async function measureAudit(tab: OperationsTab): Promise<void> {
  await tab.firstScreens();
  const search = tab.page.getByRole('searchbox', { name: 'Search for a person' });
  for (let round = 0; round < 2; round += 1) {
    await tab.open();
    for (const event of EVENTS) {
      await tab.choose('filter', 'Event', event);
      await tab.clearAll();
    }
    for (const email of ['customer33333@scale.example', 'rep7@scale.example', 'rep2@scale.example']) {
      await search.fill(email);
      await tab.press('filter', tab.page.getByRole('listitem').getByRole('button', { name: email }));
      await tab.clearAll();
    }
  }
  await tab.nextPages();
}
