// @vitest-environment happy-dom

import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetSessionQueries } from '../../../app/session-query-client.ts';
import { failsWith } from '../../../testing/fake-host.tsx';
import { buttonNamed, type Mounted, press, stopClock, untilText } from '../../../testing/mount.tsx';
import { type Handlers, RoutedHost } from '../../../testing/routed-host.tsx';
import ManagedRequestsPanel from '../managed-requests-panel.tsx';
import { REQUEST_ID, ROBIN, requestRow, requestsPage } from '../requests-fixtures.ts';

let mounted: Mounted;
let host: RoutedHost;

beforeEach(() => stopClock());
afterEach(async () => {
  await mounted.unmount();
  forgetSessionQueries();
});

const GRACE = requestRow({
  requestId: '00000000-0000-4000-8000-0000000000e2',
  firstName: 'Grace',
  status: 'in_progress',
  assignedTo: ROBIN,
});

async function open(handlers: Handlers): Promise<HTMLElement> {
  host = new RoutedHost({
    get_contact_request_choices: () => ({ sources: [], campaigns: [], pages: [] }),
    get_reps_for_assignment: () => [{ ...ROBIN, email: 'robin@corvane.example' }],
    get_contact_requests: () => requestsPage([requestRow(), GRACE]),
    ...handlers,
  });
  mounted = await host.mount(<ManagedRequestsPanel />);
  await untilText(mounted.container, 'Grace Lovelace');
  return mounted.container;
}

const answered = (requestId: string, version: number, outcome = 'saved') => ({
  requestId,
  outcome,
  version,
  lastChange: null as object | null,
});
const sent = () =>
  host.bodies('change-contact-requests').map((body) => (body as { changes: object[] }).changes);
const boxes = (panel: HTMLElement) => [...panel.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];

test('one call marks all chosen requests as spam, and one Undo restores what each had', async () => {
  const panel = await open({
    'change-contact-requests': (body) => ({
      answers: (body as { changes: { requestId: string; version: number }[] }).changes.map((change) =>
        answered(change.requestId, change.version + 1),
      ),
    }),
  });
  await press(panel, 'Choose all shown');
  await untilText(panel, '2 requests chosen');
  await press(panel, 'Spam');
  await untilText(panel, '2 requests marked as spam.');
  await press(panel, 'Undo');
  await untilText(panel, '2 requests as before.');
  expect(sent()).toEqual([
    [
      { requestId: REQUEST_ID, version: 1, change: { status: 'spam' } },
      { requestId: GRACE.requestId, version: 1, change: { status: 'spam' } },
    ],
    [
      { requestId: REQUEST_ID, version: 2, change: { status: 'new' } },
      { requestId: GRACE.requestId, version: 2, change: { status: 'in_progress' } },
    ],
  ]);
  expect([...panel.querySelectorAll('button')].some(({ textContent }) => textContent === 'Undo')).toBe(false);
});

test('a request that someone else changed meanwhile is named, and Undo leaves it alone', async () => {
  const panel = await open({
    'change-contact-requests': () => ({
      answers: [
        answered(REQUEST_ID, 2),
        {
          ...answered(GRACE.requestId, 5, 'conflict'),
          lastChange: {
            by: 'Dana Reyes',
            occurredAt: '2026-11-21T09:58:00Z',
            changes: [{ field: 'status', before: 'new', after: 'done' }],
          },
        },
      ],
    }),
  });
  for (const box of boxes(panel)) await act(async () => box.click());
  await press(panel, 'Assign to …');
  await untilText(document.body, 'Assign 2 requests');
  await press(document.body, 'Robin Vale robin@corvane.example');
  await untilText(panel, '1 request assigned to Robin Vale.');
  await untilText(panel, 'Grace Lovelace: Dana Reyes set this to Done 2 minutes ago.');
  expect(boxes(panel).some(({ checked }) => checked)).toBe(false);
  await press(panel, 'Undo');
  expect(sent().at(-1)).toEqual([{ requestId: REQUEST_ID, version: 2, change: { assignedTo: null } }]);
});

test('a request is assigned from its row, and after a failure the same is sent again', async () => {
  let answer: () => unknown = failsWith('network');
  const panel = await open({ 'change-contact-requests': () => answer() });
  await press(panel, 'Assign Ada Lovelace');
  await press(document.body, 'Robin Vale robin@corvane.example');
  await untilText(panel, 'The server cannot be reached. Please try again.');
  answer = () => ({ answers: [answered(REQUEST_ID, 2)] });
  await press(panel, 'Try again');
  await untilText(panel, '1 request assigned to Robin Vale.');
  expect(sent()[0]).toEqual([{ requestId: REQUEST_ID, version: 1, change: { assignedTo: ROBIN.id } }]);
  expect(sent()[1]).toEqual(sent()[0]);
});

test('a press takes a request from its representative, and what came of it can be closed', async () => {
  const panel = await open({
    'change-contact-requests': () => ({ answers: [answered(GRACE.requestId, 2)] }),
  });
  await press(panel, 'Assign Grace Lovelace');
  await act(async () => document.querySelector<HTMLElement>('[aria-label=Close]')?.click());
  expect(document.querySelector('[role=dialog]')).toBeNull();
  await press(panel, 'Assign Grace Lovelace');
  await press(document.body, 'Not assigned ');
  await untilText(panel, '1 request not assigned any more.');
  expect(sent()).toEqual([[{ requestId: GRACE.requestId, version: 1, change: { assignedTo: null } }]]);
  await press(panel, 'Close');
  expect(panel.textContent).not.toContain('not assigned any more');
});

test('a box that is pressed twice chooses nothing', async () => {
  const panel = await open({});
  for (const text of ['1 request chosen', 'Choose all shown']) {
    await act(async () => boxes(panel)[0]?.click());
    await untilText(panel, text);
  }
  expect(panel.textContent).not.toContain('chosen');
});

test('two requests of one visitor that are gone are both named', async () => {
  const twin = requestRow({ requestId: '00000000-0000-4000-8000-0000000000e3' });
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
  const panel = await open({
    get_contact_requests: () => requestsPage([requestRow(), twin, GRACE]),
    'change-contact-requests': () => ({
      answers: [REQUEST_ID, twin.requestId, GRACE.requestId].map((id) => ({
        ...answered(id, 1, 'not_found'),
        version: null,
      })),
    }),
  });
  await press(panel, 'Choose all shown');
  await press(panel, 'Spam');
  await untilText(panel, 'Nothing was changed.');
  expect(panel.textContent.match(/Ada Lovelace: This request no longer exists\./g)).toHaveLength(2);
  expect(errors).not.toHaveBeenCalled();
  errors.mockRestore();
});

test('what leaves the list is not chosen any more', async () => {
  let rows = [requestRow(), GRACE];
  const panel = await open({ get_contact_requests: () => requestsPage(rows) });
  await press(panel, 'Choose all shown');
  await untilText(panel, '2 requests chosen');
  rows = [GRACE];
  await press(panel, 'In progress 0');
  await untilText(panel, '1 request chosen');
  await press(panel, 'Choose none');
  expect(buttonNamed(panel, 'Choose all shown').isConnected).toBe(true);
});

test('choosing all or none keeps the focus, and the arrow keys lead from box to box', async () => {
  const panel = await open({});
  for (const words of ['Choose all shown', 'Choose none', 'Choose all shown']) {
    buttonNamed(panel, words).focus();
    await press(panel, words);
    expect(document.activeElement?.textContent).toMatch(/^Choose (all shown|none)$/);
  }
  const [first, second] = boxes(panel);
  await act(async () => {
    first?.focus();
    first?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
  });
  expect(document.activeElement).toBe(second);
});
