// @vitest-environment happy-dom

import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetSessionQueries } from '../../app/session-query-client.ts';
import { failsWith } from '../../testing/fake-host.tsx';
import {
  choose,
  letTypingPass,
  type Mounted,
  press,
  pressKey,
  stopClock,
  typeSearch,
  untilText,
} from '../../testing/mount.tsx';
import { type Handlers, RoutedHost } from '../../testing/routed-host.tsx';
import { auditPage, auditRow, GRACE } from './audit-fixtures.ts';
import AuditPanel from './audit-panel.tsx';

let mounted: Mounted;
let host: RoutedHost;

beforeEach(() => stopClock());
afterEach(() => vi.restoreAllMocks());

async function open(handlers: Handlers, search = ''): Promise<HTMLElement> {
  host = new RoutedHost(handlers, search);
  mounted = await host.mount(<AuditPanel />);
  return mounted.container;
}

const SENTENCE = 'Robin Vale revoked the access of Grace Moss';
const ONE: Handlers = { get_audit_trail: () => auditPage([auditRow()]) };

test('the list shows that the trail is loading', async () => {
  const panel = await open({ get_audit_trail: () => new Promise(() => {}) });
  expect(panel.querySelector('[aria-busy] [role=status]')?.textContent).toBe('Loading the trail');
});

test('after a failed load, a retry loads the events', async () => {
  let answer: () => unknown = failsWith('internal');
  const panel = await open({ get_audit_trail: () => answer() });
  await untilText(panel, 'Failed to load the trail.');
  answer = () => auditPage([auditRow()]);
  await press(panel, 'Try again');
  await untilText(panel, SENTENCE);
});

test('an event is shown as a sentence, and its origin only when it is opened', async () => {
  const panel = await open(ONE);
  await untilText(panel, SENTENCE);
  await untilText(panel, '3 hours ago');
  expect(panel.textContent).not.toContain('203.0.113.9');
  await act(async () => panel.querySelector<HTMLElement>('tbody [data-row-opener]')?.click());
  await untilText(document.body, '203.0.113.9');
  await untilText(document.body, 'Chrome on Windows');
  await press(document.body, 'All lines of Grace Moss');
  expect(host.search).toBe(`?who=${GRACE.id}`);
});

test('an action that wrote three lines is one row, which opens to them, and the list still counts lines', async () => {
  const rows = ['Zed', 'Ana', 'Ben', 'Cy'].map((customerName, index) =>
    auditRow({ lineNumber: 9 - index, customerName, ipAddress: index === 0 ? null : '203.0.113.9' }),
  );
  let answer = auditPage(rows.slice(0, 3), { nextAfter: 'more' });
  const panel = await open({ get_audit_trail: () => answer });
  await untilText(panel, 'At least 2 × Access revoked');
  await untilText(panel, 'The newest 3 lines are shown');
  answer = auditPage(rows.slice(3));
  await press(panel, 'Load more');
  await untilText(panel, '4 lines shown');
  expect(panel.querySelectorAll('tbody tr')).toHaveLength(2);
  expect(panel.textContent).not.toContain('At least');
  await act(async () => [...panel.querySelectorAll<HTMLElement>('tbody [data-row-opener]')].at(-1)?.click());
  await untilText(document.body, 'Robin Vale revoked the access of Cy');
  await press(document.body, 'Robin Vale revoked the access of Ben');
  await untilText(document.body, '203.0.113.9');
  const close = () => act(async () => document.querySelector<HTMLElement>('[aria-label=Close]')?.click());
  await close();
  await untilText(document.body, 'Robin Vale revoked the access of Cy');
  await close();
  expect(document.querySelector('[role=dialog]')).toBeNull();
});

/** Regression: after an action of thousands of lines, each press on 'Load more' showed the same single row. */
test('each page adds a row, also after an action with more lines than a page', async () => {
  const pages: Record<string, [number, string | null, object?]> = {
    null: [9, 'second'],
    second: [7, 'third'],
    third: [5, 'fourth', { ipAddress: null }],
  };
  const panel = await open({
    get_audit_trail(body) {
      const [lineNumber, nextAfter, last] = pages[String((body as { after: string | null }).after)] ?? [
        0,
        null,
      ];
      return auditPage([auditRow({ lineNumber }), auditRow({ lineNumber: lineNumber - 1, ...last })], {
        nextAfter,
      });
    },
  });
  await untilText(panel, 'The newest 6 lines are shown');
  expect(panel.querySelectorAll('tbody tr')).toHaveLength(2);
  await untilText(panel, '5 × Access revoked');
});

const NO_PEOPLE = { repId: null, repName: null, repEmail: null, customerId: null, customerName: null };

test.each([
  [{ event: 'of_a_newer_server', repName: '', ipAddress: null }, 'All lines of robin@corvane.example'],
  [{ ...NO_PEOPLE, customerEmail: null, userAgent: null, detail: { amount: 3 } }, '"amount": 3'],
])('a line says what is known, and closes: %j', async (changes, words) => {
  const panel = await open({ get_audit_trail: () => auditPage([auditRow(changes)]) });
  await untilText(panel, '3 hours ago');
  await act(async () => panel.querySelector<HTMLElement>('tbody [data-row-opener]')?.click());
  await untilText(document.body, words);
  await act(async () => document.querySelector<HTMLElement>('[aria-label=Close]')?.click());
  expect(document.querySelector('[role=dialog]')).toBeNull();
});

test.each([
  [[], 'No representative or customer has this in their name or email.'],
  [
    [
      { ...GRACE, name: '' },
      { ...GRACE, id: '00000000-0000-4000-8000-0000000000b2' },
    ],
    '2 people found.',
  ],
])('a search says whom it found: %j', async (people, words) => {
  const panel = await open({ ...ONE, get_audit_people: () => people });
  await untilText(panel, SENTENCE);
  await typeSearch(panel, 'moss');
  await untilText(panel, words);
});

test('a person is found by name and chosen by id, and the address contains no name', async () => {
  const panel = await open({
    get_audit_trail: (body) =>
      (body as { filter: { person: string | null } }).filter.person === null
        ? auditPage([auditRow()])
        : auditPage([auditRow()], { person: GRACE }),
    get_audit_people: () => [GRACE],
  });
  await untilText(panel, SENTENCE);
  const field = panel.querySelector<HTMLInputElement>('input[type=search]');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'moss');
    field?.dispatchEvent(new Event('input', { bubbles: true }));
    field?.form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  });
  await untilText(panel, '1 person found. Choose one:');
  expect(host.search).toBe('');
  await press(panel, 'Grace Mossgrace@moss.example, customer');
  expect(host.search).toBe(`?who=${GRACE.id}`);
  await untilText(panel, 'Lines of Grace Moss grace@moss.example');
  await press(panel, 'Everybody');
  expect(host.search).toBe('');
  // The next search starts empty.
  const next = panel.querySelector<HTMLInputElement>('input[type=search]');
  expect(next?.value).toBe('');
  expect(document.activeElement).toBe(next);
  expect(panel.textContent).not.toContain('Choose one:');
});

test('filters are in the address and in the call', async () => {
  const panel = await open(ONE, '?tab=audit&since=2026-11-01');
  await untilText(panel, SENTENCE);
  await choose(panel, 'Event', 'link_revoked');
  expect(host.search).toBe('?tab=audit&since=2026-11-01&event=link_revoked');
  expect(host.bodies('get_audit_trail').at(-1)).toEqual({
    filter: { person: null, event: 'link_revoked', from: '2026-11-01', to: null },
    page_size: 50,
    after: null,
  });
  expect(panel.textContent).toContain('More filters (2)');
  await press(panel, 'Clear all');
  expect(host.search).toBe('?tab=audit');
});

test('an empty trail and a filter without matches show different messages', async () => {
  const none = { get_audit_trail: () => auditPage([]) };
  await untilText(await open(none), 'The trail is empty.');
  await mounted.unmount();
  forgetSessionQueries();
  const panel = await open(none, `?who=${GRACE.id}`);
  await untilText(panel, 'No line matches.');
  await untilText(panel, 'Lines of one person');
  await press(panel, 'Show the whole trail');
  expect(host.search).toBe('');
});

test.each([
  ['CSV', 'text/csv;charset=utf-8'],
  ['JSON', 'application/x-ndjson'],
])(
  'the export as %s asks for every page of the view with the call that the trail records',
  async (format, type) => {
    const files: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob);
      return 'blob:portal';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const panel = await open(
      {
        ...ONE,
        'export-list': (body) => ({
          page: auditPage([auditRow()], {
            nextAfter: (body as { after: string | null }).after === null ? 'more' : null,
          }),
        }),
      },
      '?event=link_revoked',
    );
    await untilText(panel, SENTENCE);
    await press(panel, `Export ${format}`);
    await untilText(panel, 'Exported: The file holds 2 lines.');
    expect(host.bodies('export-list')).toMatchObject([
      { list: 'audit_trail', filter: { event: 'link_revoked' }, after: null },
      { list: 'audit_trail', filter: { event: 'link_revoked' }, after: 'more' },
    ]);
    expect(files[0]?.type).toBe(type);
    const text = (await files[0]?.text()) ?? '';
    expect(text.trimEnd().split('\n')).toHaveLength(format === 'CSV' ? 3 : 2);
    if (format === 'JSON') expect(JSON.parse(text.split('\n')[0] ?? '')).toMatchObject({ lineNumber: 7 });
  },
);

/** Regression: the trail was cleared, and then the text was searched. */
test.each([
  ['Clear all', (panel: HTMLElement) => press(panel, 'Clear all')],
  ['the key c', () => pressKey('c')],
  ['the button below an empty list', (panel: HTMLElement) => press(panel, 'Show the whole trail')],
])('%s stops a search for a person that is being typed', async (_how, clear) => {
  const panel = await open({ get_audit_trail: () => auditPage([]) }, '?event=link_revoked');
  await untilText(panel, 'No line matches.');
  await typeSearch(panel, 'abc');
  await clear(panel);
  await letTypingPass();
  expect(host.bodies('get_audit_people')).toEqual([]);
  expect(panel.querySelector<HTMLInputElement>('[data-portal-search]')?.value).toBe('');
});
