import type { ScreenTab } from './screen-tab.ts';

const ROUNDS = 5;

async function inRounds(tab: ScreenTab, rounds: number, round: () => Promise<void>): Promise<void> {
  for (let turn = 0; turn < rounds; turn += 1) {
    await tab.open();
    await round();
  }
}

const SALES_CHOICES = [
  ['Status', 'active'],
  ['Status', 'cancelled'],
  ['Billing', 'monthly'],
  ['Billing', 'annual'],
] as const;

/** Every order but the first one, every filter, and a hundred pages. */
export async function measureCommissions(tab: ScreenTab): Promise<void> {
  await tab.firstScreens();
  const { page } = tab;
  await inRounds(tab, 3, async () => {
    for (const head of ['Product', 'Customer', 'Amount', 'Commission', 'Status']) {
      const button = page.getByRole('columnheader', { name: head }).getByRole('button');
      for (const _order of ['up', 'down']) await tab.press('sort', button);
    }
  });
  await inRounds(tab, 3, async () => {
    for (const [label, value] of SALES_CHOICES) {
      await tab.choose('filter', label, value);
      await tab.clearAll();
    }
    for (const product of ['Moonshot', 'Enterprise']) {
      await page.getByRole('button', { name: 'Product All products' }).click();
      await tab.press('filter', page.getByRole('checkbox', { name: product }));
      await tab.clearAll();
    }
    // No two of them can be the same days.
    for (const range of ['This month', 'Last month', 'Last 90 days']) {
      await tab.press('filter', page.getByRole('button', { name: range }));
      // 'Clear all' is not offered for this month: that is what the page shows without a filter.
      await page.getByRole('button', { name: 'All time' }).click();
      await page.getByRole('button', { name: 'All time', pressed: true }).waitFor();
      await tab.untilStill();
    }
    // Of the generated sales: one customer, one company, nearly all.
    for (const text of ['customer 00042', 'company 77', 'customer']) {
      await tab.search('search', 'Search sales', text);
      await tab.clearAll();
    }
  });
  await tab.open();
  for (let turned = 0; turned < 100; turned += 1)
    await tab.press('next page', page.getByRole('button', { name: 'Next page' }));
}

/** The filters of everyone's sales. */
export async function measureTeam(tab: ScreenTab): Promise<void> {
  await tab.firstScreens();
  await inRounds(tab, 3, async () => {
    for (const [label, value] of SALES_CHOICES) {
      await tab.choose('filter', label, value);
      await tab.clearAll();
    }
  });
}

const STATUSES = ['New', 'In progress', 'Done', 'Spam', 'Held back'];

/** Every filter of the list. After each comes the other order, and the next page of it. */
export async function measureRequests(tab: ScreenTab, repIds: readonly string[]): Promise<void> {
  await tab.firstScreens();
  await tab.open();
  await tab.page.getByRole('button', { name: /^More filters/ }).click();
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
  await inRounds(tab, ROUNDS, async () => {
    for (const text of ['person77777@', 'company 4', 'last 77']) {
      await tab.search('search', 'Search requests', text);
      await tab.clearAll();
    }
  });
}

export async function measureRepresentatives(tab: ScreenTab): Promise<void> {
  await tab.firstScreens();
  const states = tab.page.getByRole('group', { name: 'State' });
  await inRounds(tab, ROUNDS, async () => {
    for (const state of ['Enabled', 'Disabled', 'Managers']) {
      await tab.press('filter', states.getByRole('button', { name: new RegExp(`^${state}`) }));
      await tab.clearAll();
    }
    for (const text of ['rep7', 'representative 1', 'rep123@']) {
      await tab.search('search', 'Search representatives', text);
      await tab.clearAll();
    }
    // 200 have eight pages.
    await tab.nextPages(3);
  });
}

/** A tab whose first screen is all that is measured. */
export function measureFirstScreens(tab: ScreenTab): Promise<void> {
  return tab.firstScreens();
}

const SEARCHED_PEOPLE = [
  ['search by address', 'person77777@scale.example'],
  ['search by name', 'First7 Last 7'],
  ['search by address', 'customer33333@'],
  ['search by name', 'Customer 4321'],
] as const;

export async function measurePeople(tab: ScreenTab): Promise<void> {
  await tab.firstScreens();
  const person = tab.page.locator('#main tr[data-row-id] [data-row-opener]').first();
  await inRounds(tab, ROUNDS, async () => {
    for (const [step, text] of SEARCHED_PEOPLE) {
      await tab.search(step, 'Search people', `${text}\n`);
      await tab.press('open a person', person);
      await tab.page.getByRole('button', { name: 'Back to the search' }).click();
      await person.waitFor();
    }
  });
}

const EVENTS = [
  ...['rep_signed_in', 'signed_out', 'prices_revealed', 'customer_signed_in', 'code_sent'],
  ...['link_issued', 'link_opened', 'contact_request_changed', 'rep_disabled'],
];

export async function measureAudit(tab: ScreenTab): Promise<void> {
  await tab.firstScreens();
  const search = tab.page.getByRole('searchbox', { name: 'Search for a person' });
  await inRounds(tab, 2, async () => {
    for (const event of EVENTS) {
      await tab.choose('filter', 'Event', event);
      await tab.clearAll();
    }
    for (const email of ['customer33333@scale.example', 'rep7@scale.example', 'rep2@scale.example']) {
      await search.fill(email);
      await tab.press('filter', tab.page.getByRole('listitem').getByRole('button', { name: email }));
      await tab.clearAll();
    }
  });
  await tab.nextPages();
}
