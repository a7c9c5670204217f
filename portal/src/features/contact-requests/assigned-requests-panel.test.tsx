// @vitest-environment happy-dom

import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClientForSession } from '../../app/session-query-client.ts';
import { failsWith, REP_SESSION } from '../../testing/fake-host.tsx';
import { inputNamed, press, type, untilText } from '../../testing/mount.tsx';
import { type Handlers, RoutedHost } from '../../testing/routed-host.tsx';
import AssignedRequestsPanel from './assigned-requests-panel.tsx';
import { assignedPage, REQUEST_ID, requestRow } from './requests-fixtures.ts';

let host: RoutedHost;
const onQualify = vi.fn();

beforeEach(() => onQualify.mockReset());

async function open(
  answer: Handlers[string],
  search = '?tab=requests',
  others: Handlers = {},
): Promise<HTMLElement> {
  host = new RoutedHost({ get_assigned_contact_requests: answer, ...others }, search);
  const { container } = await host.mount(<AssignedRequestsPanel onQualify={onQualify} />);
  return container;
}

const ONE = () => assignedPage([requestRow()]);
const page = () => document.body;

test('loading, a failure with a retry, and an empty list show different messages', async () => {
  let answer: () => unknown = failsWith('internal');
  const panel = await open(() => answer());
  await untilText(panel, 'Failed to load your requests.');
  answer = () => assignedPage([]);
  await press(panel, 'Try again');
  await untilText(panel, 'No requests yet.');
  await untilText(panel, '0 open requests assigned to you');
});

test('the overdue requests are counted, and one on a later page is not called missing', async () => {
  const panel = await open(
    () => ({ ...assignedPage([requestRow()], 'more'), overdueCount: 1 }),
    '?tab=requests&request=00000000-0000-4000-8000-0000000000e2',
  );
  await untilText(panel, '1 open request assigned to you, 1 overdue');
  await untilText(page(), 'This request is not among those shown. Close this, and load more.');
});

test('one press qualifies the visitor, with the details filled in', async () => {
  const panel = await open(ONE, `?tab=requests&request=${REQUEST_ID}`);
  await untilText(panel, 'Ada Lovelace');
  await untilText(page(), 'Please call me.');
  await press(panel, 'Qualify Ada Lovelace');
  expect(onQualify).toHaveBeenCalledExactlyOnceWith({
    email: 'ada@lovelace.example',
    name: 'Ada Lovelace',
    company: 'Engines Ltd',
  });
  expect(host.search).toBe('?tab=requests');
});

test("one press opens the rep's customer who wrote, from the row and from the details", async () => {
  const customerId = '00000000-0000-4000-8000-0000000000c1';
  const panel = await open(() => assignedPage([requestRow({ customerId })]));
  await untilText(panel, 'Ada Lovelace');
  expect(panel.textContent).not.toContain('Qualify');
  await act(async () => panel.querySelector<HTMLElement>('tbody [data-row-opener]')?.click());
  await untilText(page(), 'Save changes');
  for (const place of [page().querySelector<HTMLElement>('[role=dialog]') ?? page(), panel]) {
    await press(place, 'Open customer Ada Lovelace');
    expect(host.search).toBe(`?tab=customers&customer=${customerId}`);
  }
  expect(onQualify).not.toHaveBeenCalled();
});

test('a rep can neither assign nor release', async () => {
  const panel = await open(() => assignedPage([requestRow()]));
  await untilText(panel, 'Ada Lovelace');
  await act(async () => panel.querySelector<HTMLElement>('tbody [data-row-opener]')?.click());
  await untilText(page(), 'Save changes');
  const labels = [...document.querySelectorAll('[role=dialog] label')].map(({ textContent }) => textContent);
  expect(labels.some((label) => label?.startsWith('Assigned to'))).toBe(false);
  expect([...document.querySelectorAll('button')].map(({ textContent }) => textContent)).not.toContain(
    'Release Ada Lovelace',
  );
});

test('a person who withdrew consent cannot be answered', async () => {
  const panel = await open(() =>
    assignedPage([requestRow({ consentWithdrawnAt: '2026-11-20T08:00:00+00:00' })]),
  );
  await untilText(panel, 'Ada Lovelace');
  expect(panel.querySelector('a')).toBeNull();
  await act(async () => panel.querySelector<HTMLElement>('tbody [data-row-opener]')?.click());
  await untilText(page(), 'Do not contact this person');
});

test('a request that a manager reassigns stays open and keeps the typed text', async () => {
  let rows = [requestRow()];
  const panel = await open(() => assignedPage(rows), `?tab=requests&request=${REQUEST_ID}`);
  await untilText(panel, 'Ada Lovelace');
  await type(page(), 'staffNote', 'Mine');
  rows = [];
  await act(() => queryClientForSession(REP_SESSION.sessionId).invalidateQueries());
  await untilText(panel, 'No requests yet.');
  expect(inputNamed(page(), 'staffNote').value).toBe('Mine');
});

test("an address with another's request says that it is not assigned to this rep", async () => {
  await open(ONE, '?tab=requests&request=00000000-0000-4000-8000-0000000000e2');
  await untilText(page(), 'This request is not assigned to you, or it no longer exists.');
});

const ASKED = { customerId: '00000000-0000-4000-8000-0000000000c1', source: 'more-time' };
const EXTENDED = { customerId: ASKED.customerId, expiresAt: '2026-11-30T08:00:00+00:00', mail: 'sent' };

/** The panel with one customer's request, and what an extension of their link answers. */
async function openAsked(extended: () => unknown, request: object = ASKED): Promise<HTMLElement> {
  const container = await open(() => assignedPage([requestRow(request)]), undefined, {
    'extend-access': extended,
  });
  await untilText(container, 'Ada Lovelace');
  return container;
}

test.each(['row', 'details'])(
  'one press in the %s gives a customer the time that they asked for',
  async (place) => {
    const panel = await openAsked(() => EXTENDED);
    if (place === 'details') {
      await act(async () => panel.querySelector<HTMLElement>('tbody [data-row-opener]')?.click());
      await untilText(page(), 'Save changes');
    }
    const shown = page().querySelector<HTMLElement>('[role=dialog]') ?? panel;
    await press(shown, 'Extend access Ada Lovelace');
    await untilText(page(), 'Access extended: Ada Lovelace can use the link until ');
    expect(page().textContent).toContain('We told them by email.');
    expect(host.bodies('extend-access')).toEqual([{ customerId: ASKED.customerId, requestId: REQUEST_ID }]);
    expect(page().querySelector('[role=dialog]')).toBeNull();
    // The list was asked for again.
    await vi.waitFor(() => expect(host.bodies('get_assigned_contact_requests')).toHaveLength(2));
  },
);

test('a link that cannot be extended says what to do', async () => {
  const panel = await openAsked(failsWith('forbidden'));
  await press(panel, 'Extend access Ada Lovelace');
  await untilText(panel, 'This customer has no link that could be extended. Issue a new one instead.');
});

test('the end of the session does not tell whose access was to be extended', async () => {
  const panel = await openAsked(failsWith('unauthenticated'));
  await press(panel, 'Extend access Ada Lovelace');
  await vi.waitFor(() =>
    expect(
      queryClientForSession(REP_SESSION.sessionId)
        .getMutationCache()
        .getAll()
        .map(({ state }) => state.status),
    ).toEqual(['error']),
  );
  expect(panel.textContent).not.toContain('Extend access for Ada');
  expect(host.toasts).toEqual([]);
});

test.each([
  ['of a stranger', { customerId: null }],
  ['about a plan', { source: 'pricing' }],
  ['that is done', { status: 'done' }],
])('a request %s offers no extension', async (_, request) => {
  const panel = await openAsked(() => EXTENDED, { ...ASKED, ...request });
  expect(panel.textContent).not.toContain('Extend access');
});
