// @vitest-environment happy-dom

import { ApiError } from '@corvane/shared/contracts/remote/api-error';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { forgetSessionQueries, queryClientForSession } from '../../app/session-query-client.ts';
import { failsWith } from '../../testing/fake-host.tsx';
import {
  buttonNamed,
  choose,
  inputNamed,
  lateAnswer,
  letTypingPass,
  type Mounted,
  press,
  pressKey,
  stopClock,
  type,
  typeSearch,
  untilText,
} from '../../testing/mount.tsx';
import { type Handlers, RoutedHost } from '../../testing/routed-host.tsx';
import ManagedRequestsPanel from './managed-requests-panel.tsx';
import { NO_REQUESTS, REQUEST_ID, ROBIN, requestRow, requestsPage } from './requests-fixtures.ts';

let mounted: Mounted;
let host: RoutedHost;

beforeEach(() => stopClock());

const AROUND: Handlers = {
  get_contact_request_choices: () => ({ sources: ['pricing'], campaigns: ['spring'], pages: ['/plans'] }),
  get_reps_for_assignment: () => [{ ...ROBIN, email: 'robin@corvane.example' }],
};

async function open(handlers: Handlers, search = ''): Promise<HTMLElement> {
  host = new RoutedHost({ ...AROUND, ...handlers }, search);
  mounted = await host.mount(<ManagedRequestsPanel />);
  return mounted.container;
}

const ONE: Handlers = { get_contact_requests: () => requestsPage([requestRow({ assignedTo: ROBIN })]) };
const page = () => document.body;
const openRow = (panel: HTMLElement) =>
  act(async () => panel.querySelector<HTMLElement>('tbody [data-row-opener]')?.click());

test('the list shows that the requests are loading', async () => {
  const panel = await open({ get_contact_requests: () => new Promise(() => {}) });
  expect(panel.querySelector('[aria-busy] [role=status]')?.textContent).toBe('Loading the requests');
});

test('after a failed load, a retry loads the requests', async () => {
  let answer: () => unknown = failsWith('internal');
  const panel = await open({ get_contact_requests: () => answer() });
  await untilText(panel, 'Failed to load the requests.');
  // The button below is the next step, so the words name no other one.
  expect(panel.querySelector('[role=alert] p')?.textContent).toBe('Failed to load the requests.');
  answer = () => requestsPage([requestRow()]);
  await press(panel, 'Try again');
  await untilText(panel, 'Ada Lovelace');
});

test('a row shows the visitor, the message, the waiting time, the source and the assigned representative', async () => {
  const panel = await open(ONE);
  await untilText(panel, 'Ada Lovelace');
  await untilText(panel, 'Ada Lovelace · Engines Ltd · ada@lovelace.example');
  await untilText(panel, 'Please call me.');
  await untilText(panel, '3 hours ago');
  await untilText(panel, 'Contact form');
  await untilText(panel, 'Robin Vale');
  expect(panel.querySelector('tbody a')?.getAttribute('href')).toContain('mailto:ada@lovelace.example?');
});

test('filters are in the address and in the call', async () => {
  const panel = await open(ONE, '?state=new&find=ada');
  await untilText(panel, 'Ada Lovelace');
  await choose(panel, 'Assigned to', ROBIN.id);
  await choose(panel, 'Order', 'asc');
  expect(host.search).toBe(`?state=new&find=ada&assigned=${ROBIN.id}&order=asc`);
  expect(host.bodies('get_contact_requests').at(-1)).toEqual({
    filter: {
      statuses: ['new'],
      quarantined: false,
      search: 'ada',
      assigned: ROBIN.id,
      project_type: null,
      source: null,
      campaign: null,
      page: null,
      from: null,
      to: null,
      unsent: false,
      overdue: false,
    },
    direction: 'asc',
    page_size: 25,
    after: null,
  });
  // Status, search and assignment are never folded. Of the two filters of the address, only the order is.
  expect(panel.textContent).toContain('More filters (1)');
  await press(panel, 'Clear all');
  expect(host.search).toBe('');
  await act(async () => host.visit('?state=quarantined'));
  expect(buttonNamed(panel, 'More filters').getAttribute('aria-expanded')).toBe('false');
});

test.each([
  ['First answer', 'overdue', { overdue: true }],
  ['Form', 'demo', { project_type: 'demo' }],
  ['Source', 'pricing', { source: 'pricing' }],
  ['Campaign', 'spring', { campaign: 'spring' }],
  ['Page before', '/plans', { page: '/plans' }],
  ['Mail to the team', 'failed', { unsent: true }],
])('the filter "%s" takes %s', async (label, value, filter) => {
  const panel = await open(ONE);
  await untilText(panel, 'Ada Lovelace');
  await choose(panel, label, value);
  expect(host.bodies('get_contact_requests').at(-1)).toMatchObject({ filter });
});

test('a press shows what is in quarantine, and another one all the rest', async () => {
  const panel = await open(ONE);
  await untilText(panel, 'Ada Lovelace');
  await press(panel, 'Held back 0');
  const asked = { filter: { quarantined: true, statuses: null } };
  expect(host.bodies('get_contact_requests').at(-1)).toMatchObject(asked);
  expect(host.search).toBe('?state=quarantined');
  await press(panel, 'All 1');
  expect(host.search).toBe('');
});

test.each([
  [{ firstName: '', lastName: null, company: '', message: '' }, 'The visitor wrote no message.'],
  [{ utm: { campaign: 'spring' }, form: 'demo', planName: 'Growth' }, 'Campaigncampaign: spring'],
  [{ planName: 'Moonshot', billing: 'annual' }, 'PlanMoonshot, billed annually'],
  [{ answerDueAt: '2026-11-21T09:00:00+00:00' }, 'First answerOverdue by 1 hour'],
  [{ assignedTo: { id: ROBIN.id.replace('d1', 'd2'), name: 'Kim Left' } }, 'Assigned toKim Left'],
])('a request says what is known: %j', async (changes, words) => {
  const panel = await open({ get_contact_requests: () => requestsPage([requestRow(changes)]) });
  await untilText(panel, '1 request shown');
  await openRow(panel);
  await untilText(page(), words);
  await untilText(page(), 'Not assigned');
});

test('an empty list and a filter without matches show different messages', async () => {
  const none = { get_contact_requests: () => requestsPage([], { counts: NO_REQUESTS }) };
  await untilText(await open(none), 'No requests yet.');
  await mounted.unmount();
  forgetSessionQueries();
  const panel = await open(none, '?find=x');
  await untilText(panel, 'No request matches.');
  await press(panel, 'Show all requests');
  expect(host.search).toBe('');
});

/** Regression: in Arabic and Hebrew, what ends a sentence stood at its beginning, and again beside a plan. */
test.each(['مرحبا!', '[Interest in Moonshot tier] مرحبا!'])(
  'the message and the note of a request have the direction of their text: %s',
  async (sent) => {
    const panel = await open({ get_contact_requests: () => requestsPage([requestRow({ message: sent })]) });
    await untilText(panel, 'Ada Lovelace');
    await openRow(panel);
    await untilText(page(), 'مرحبا!');
    const message = [...document.querySelectorAll('[role=dialog] p')].find((p) => p.textContent === 'مرحبا!');
    expect(message?.getAttribute('dir')).toBe('auto');
    expect(message?.parentElement?.textContent).toBe(sent.replace('] ', ']'));
    expect(inputNamed(document.body, 'staffNote').getAttribute('dir')).toBe('auto');
  },
);

test('a manager assigns a request to a representative', async () => {
  const panel = await open({
    get_contact_requests: () => requestsPage([requestRow()]),
    'change-contact-request': () => ({
      outcome: 'saved',
      request: requestRow({ assignedTo: ROBIN, version: 2 }),
    }),
  });
  await untilText(panel, 'Ada Lovelace');
  await openRow(panel);
  await untilText(page(), 'Please call me.');
  const dialog = document.querySelector<HTMLElement>('[role=dialog]') ?? page();
  await choose(dialog, 'Assigned to', ROBIN.id);
  await press(dialog, 'Save changes');
  expect(host.bodies('change-contact-request')).toEqual([
    { requestId: REQUEST_ID, version: 1, change: { assignedTo: ROBIN.id } },
  ]);
  await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull();
  expect(panel.textContent).toContain('Saved: Ada Lovelace: New, with Robin Vale.');
});

test('a request that leaves the list stays open and keeps the typed text', async () => {
  let rows = [requestRow()];
  const panel = await open({
    get_contact_requests: (body) => {
      const { filter } = body as { filter: { request_id?: string } };
      return requestsPage(
        filter.request_id === undefined ? rows : [requestRow({ status: 'done', version: 2 })],
      );
    },
  });
  await untilText(panel, 'Ada Lovelace');
  await openRow(panel);
  const note = page().querySelector<HTMLTextAreaElement>('textarea');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(note, 'Mine');
    note?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  rows = [];
  await act(() => queryClientForSession('test').invalidateQueries());
  expect(page().querySelector<HTMLTextAreaElement>('textarea')?.value).toBe('Mine');
});

test('an address opens a request that is not on the page, or says that it does not exist', async () => {
  const other = '00000000-0000-4000-8000-0000000000e2';
  const panel = await open(
    {
      get_contact_requests: (body) =>
        'request_id' in (body as { filter: object }).filter ? requestsPage([]) : requestsPage([requestRow()]),
    },
    `?request=${other}`,
  );
  await untilText(panel, 'Ada Lovelace');
  await untilText(page(), 'There is no such request.');
  await act(async () => document.querySelector<HTMLElement>('[aria-label=Close]')?.click());
  expect(host.search).toBe('');
});

const QUARANTINED = { quarantinedAt: '2026-11-21T07:00:00+00:00', notifiedAt: null };

test.each([
  [true, 'The request is in the list, and the team was mailed.'],
  [false, 'The request is in the list. The mail to the team failed and will be sent again.'],
])(
  'a release asks for confirmation, and says whether the team was mailed: %s',
  async (notified, description) => {
    const panel = await open({
      get_contact_requests: () => requestsPage([requestRow(QUARANTINED)]),
      'change-contact-request': () => ({ outcome: 'saved', request: requestRow(), notified }),
    });
    await untilText(panel, 'Ada Lovelace');
    await press(panel, 'Release Ada Lovelace');
    await untilText(page(), 'Release the request of Ada Lovelace?');
    expect(host.bodies('change-contact-request')).toEqual([]);
    await press(page(), 'Release');
    expect(host.bodies('change-contact-request')).toEqual([
      { requestId: REQUEST_ID, version: 1, change: { release: true } },
    ]);
    expect(panel.textContent).toContain(`Released: ${description}`);
  },
);

test("a release after someone else's change names them, and the next press uses the stored version", async () => {
  const panel = await open({
    get_contact_requests: () => requestsPage([requestRow(QUARANTINED)]),
    'change-contact-request': () => ({
      outcome: 'conflict',
      request: requestRow({ ...QUARANTINED, version: 7 }),
      lastChange: {
        by: 'Dana Reyes',
        occurredAt: '2026-11-21T09:58:00Z',
        changes: [{ field: 'status', before: 'new', after: 'spam' }],
      },
    }),
  });
  await untilText(panel, 'Ada Lovelace');
  await press(panel, 'Release Ada Lovelace');
  await press(page(), 'Release');
  await untilText(page(), 'Dana Reyes set this to Spam 2 minutes ago. Nothing was released.');
  await press(page(), 'Release');
  expect(host.bodies('change-contact-request').at(-1)).toMatchObject({ version: 7 });
});

test('the export asks for every page of the view with the call that the audit trail records', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:portal');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const panel = await open(
    {
      ...ONE,
      'export-list': (body) => ({
        page: requestsPage([requestRow()], {
          nextAfter: (body as { after: string | null }).after === null ? 'more' : null,
        }),
      }),
    },
    '?state=new&order=asc',
  );
  await untilText(panel, 'Ada Lovelace');
  await press(panel, 'Export CSV');
  await untilText(panel, 'Exported: The file holds 2 requests.');
  const list = { list: 'contact_requests', filter: { statuses: ['new'] }, direction: 'asc' };
  expect(host.bodies('export-list')).toMatchObject([
    { ...list, after: null },
    { ...list, after: 'more' },
  ]);
  vi.restoreAllMocks();
});

const OTHER = requestRow({ requestId: '00000000-0000-4000-8000-0000000000e2', firstName: 'Grace' });
const twoRequests = (body: unknown) => {
  const { filter } = body as { filter: { request_id?: string } };
  const rows = [requestRow(), OTHER];
  return requestsPage(
    filter.request_id === undefined ? rows : rows.filter((row) => row.requestId === filter.request_id),
  );
};

/** Regression: the request that was open by then closed, and the note typed there was lost. */
test('a save that is answered after its dialog was closed leaves the next request open', async () => {
  const save = lateAnswer();
  const panel = await open({ get_contact_requests: twoRequests, 'change-contact-request': save.handler });
  await untilText(panel, 'Grace Lovelace');
  await openRow(panel);
  await type(page(), 'staffNote', 'Mine');
  await press(page(), 'Save changes');
  await pressKey('Escape');
  await press(page(), 'Discard');
  await act(async () => host.visit(`?request=${OTHER.requestId}`));
  await type(page(), 'staffNote', 'Half a thought');
  await save.give({ outcome: 'saved', request: requestRow({ staffNote: 'Mine', version: 2 }) });
  await untilText(document.body, 'Saved');
  expect(host.search).toBe(`?request=${OTHER.requestId}`);
  expect(inputNamed(page(), 'staffNote').value).toBe('Half a thought');
});

test('a save that is answered after its request was opened again leaves the new note alone', async () => {
  const save = lateAnswer();
  const panel = await open({ get_contact_requests: twoRequests, 'change-contact-request': save.handler });
  await untilText(panel, 'Ada Lovelace');
  await openRow(panel);
  await type(page(), 'staffNote', 'Mine');
  await press(page(), 'Save changes');
  await pressKey('Escape');
  await press(page(), 'Discard');
  await openRow(panel);
  await type(page(), 'staffNote', 'Half a thought');
  await save.give({ outcome: 'saved', request: requestRow({ staffNote: 'Mine', version: 2 }) });
  await untilText(document.body, 'Saved');
  expect(inputNamed(page(), 'staffNote').value).toBe('Half a thought');
});

/** Regression: the other question closed. */
test('a release that is answered after its dialog was closed leaves the next one open', async () => {
  const release = lateAnswer();
  const rows = [requestRow(QUARANTINED), { ...OTHER, ...QUARANTINED }];
  const panel = await open({
    get_contact_requests: () => requestsPage(rows),
    'change-contact-request': release.handler,
  });
  await untilText(panel, 'Grace Lovelace');
  await press(panel, 'Release Ada Lovelace');
  await press(page(), 'Release');
  await press(page(), 'Cancel');
  await press(panel, 'Release Grace Lovelace');
  await release.give({ outcome: 'saved', request: requestRow(), notified: true });
  await untilText(document.body, 'Released');
  expect(page().textContent).toContain('Release the request of Grace Lovelace?');
});

/** Regression: the filters were cleared, and then the text was searched. */
test.each([
  ['Clear all', (panel: HTMLElement) => press(panel, 'Clear all')],
  ['the key c', () => pressKey('c')],
  ['the button below an empty list', (panel: HTMLElement) => press(panel, 'Show all requests')],
])('%s stops a search that is being typed', async (_how, clear) => {
  const panel = await open({ get_contact_requests: () => requestsPage([]) }, '?state=new');
  await untilText(panel, 'No request matches.');
  await typeSearch(panel, 'abc');
  await clear(panel);
  await letTypingPass();
  expect(host.search).toBe('');
  expect(panel.querySelector<HTMLInputElement>('[data-portal-search]')?.value).toBe('');
});

/** Regression: nothing said that the changes were not saved, and the typed note was gone. */
test.each([
  [
    'a conflict',
    () => ({ outcome: 'conflict', request: requestRow({ status: 'done', version: 2 }), lastChange: null }),
    'This request has changed since you opened it.',
  ],
  [
    'a failure',
    () => Promise.reject(new ApiError('network', '')),
    'The server cannot be reached. Please try again.',
  ],
])(
  '%s that arrives after the dialog was closed is told, and the note is kept',
  async (_what, answer, words) => {
    const save = lateAnswer();
    const panel = await open({ get_contact_requests: twoRequests, 'change-contact-request': save.handler });
    await untilText(panel, 'Ada Lovelace');
    await openRow(panel);
    await type(page(), 'staffNote', 'Mine');
    await press(page(), 'Save changes');
    await pressKey('Escape');
    await press(page(), 'Discard');
    await save.give(answer());
    await untilText(panel, `Ada Lovelace: ${words}`);
    await openRow(panel);
    expect(inputNamed(page(), 'staffNote').value).toBe('Mine');
    expect(page().textContent).toContain(words);
  },
);

/** Regression: nothing said that it was not released. */
test('a conflict that arrives after the question about a release was closed is told', async () => {
  const release = lateAnswer();
  const panel = await open({
    get_contact_requests: () => requestsPage([requestRow(QUARANTINED)]),
    'change-contact-request': release.handler,
  });
  await untilText(panel, 'Ada Lovelace');
  await press(panel, 'Release Ada Lovelace');
  await press(page(), 'Release');
  await press(page(), 'Cancel');
  await release.give({ outcome: 'conflict', request: requestRow({ version: 2 }), lastChange: null });
  await untilText(panel, 'This request has changed since you opened it. Nothing was released.');
});
