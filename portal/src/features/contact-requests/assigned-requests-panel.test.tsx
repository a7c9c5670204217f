// @vitest-environment happy-dom

import { OwnerRoot } from '@corvane/shared/ui/owner-root';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClientForSession } from '../../app/session-query-client.ts';
import { failsWith, REP_SESSION } from '../../testing/fake-host.tsx';
import { inputNamed, mount, press, type, untilText } from '../../testing/mount.tsx';
import { type Handlers, RoutedHost } from '../../testing/routed-host.tsx';
import AssignedRequestsPanel from './assigned-requests-panel.tsx';
import { assignedPage, REQUEST_ID, requestRow } from './requests-fixtures.ts';

let host: RoutedHost;
const onQualify = vi.fn();

beforeEach(() => onQualify.mockReset());

async function open(answer: Handlers[string], search = '?tab=requests'): Promise<HTMLElement> {
  host = new RoutedHost({ get_assigned_contact_requests: answer }, search);
  const { container } = await mount(
    <host.Provider>
      <OwnerRoot owner="portal">
        <AssignedRequestsPanel onQualify={onQualify} />
      </OwnerRoot>
    </host.Provider>,
  );
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
