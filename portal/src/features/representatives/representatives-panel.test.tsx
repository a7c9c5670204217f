// @vitest-environment happy-dom

import { ApiError } from '@corvane/shared/contracts/remote/api-error';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClientForSession } from '../../app/session-query-client.ts';
import { failsWith } from '../../testing/fake-host.tsx';
import {
  buttonNamed,
  choose,
  inputNamed,
  lateAnswer,
  letTypingPass,
  press,
  pressEnterIn,
  pressKey,
  pressRefresh,
  stopClock,
  type,
  typeSearch,
  untilText,
} from '../../testing/mount.tsx';
import { type Handlers, RoutedHost } from '../../testing/routed-host.tsx';
import RepresentativesPanel from './representatives-panel.tsx';
import { CHOICES, CUSTOMER, HEIR, handoverList, ROBIN_ID, repRow, repsPage } from './reps-fixtures.ts';

let host: RoutedHost;

beforeEach(() => stopClock());

const SESSION = {
  id: '00000000-0000-4000-8000-0000000000b1',
  ipAddress: '203.0.113.9',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  createdAt: '2026-11-21T09:00:00+00:00',
  expiresAt: '2026-11-21T21:00:00+00:00',
  isAsking: false,
};
const AROUND: Handlers = {
  get_reps: () => repsPage([repRow()]),
  get_handovers: () => handoverList(),
  get_rep_sessions: () => [SESSION],
  get_handover_choices: () => CHOICES,
  get_reps_for_assignment: () => [HEIR, { ...HEIR, id: ROBIN_ID, name: 'Robin Vale' }],
};

async function open(handlers: Handlers = {}, search = ''): Promise<HTMLElement> {
  host = new RoutedHost({ ...AROUND, ...handlers }, search);
  return (await host.mount(<RepresentativesPanel />)).container;
}

/** Dialogs are outside the panel. */
const page = () => document.body;
const OPEN_ROBIN = `?rep=${ROBIN_ID}`;
const SALES_ID = 'SR-7Q2M-9XKD-4WPT';

async function openDialog(button: string, handlers: Handlers = {}): Promise<void> {
  await open(handlers, OPEN_ROBIN);
  await untilText(page(), 'Live sessions');
  await press(page(), button);
}

test('the list shows that the representatives are loading', async () => {
  const panel = await open({ get_reps: () => new Promise(() => {}) });
  expect(panel.querySelector('[aria-busy] [role=status]')?.textContent).toBe('Loading the representatives');
});

test('after a failed load, a retry loads the representatives', async () => {
  let answer: () => unknown = failsWith('internal');
  const panel = await open({ get_reps: () => answer() });
  await untilText(panel, 'Failed to load the representatives.');
  answer = () => repsPage([repRow()]);
  await press(panel, 'Try again');
  await untilText(panel, 'Robin Vale');
});

test("a row shows a representative's workload, and markup in a name as text", async () => {
  const panel = await open({ get_reps: () => repsPage([repRow({ name: 'Robin <b>Vale</b>' })]) });
  for (const words of ['Robin <b>Vale</b>', '12 customers', '4 open links', '3 hours ago', '2 live sessions'])
    await untilText(panel, words);
  expect(panel.querySelector('tbody b')).toBeNull();
});

test('search and state are in the address and in the call', async () => {
  const panel = await open({}, '?rep-find=rob');
  await untilText(panel, 'Robin Vale');
  await act(async () =>
    [...panel.querySelectorAll('button')]
      .find(({ textContent }) => textContent?.startsWith('Disabled'))
      ?.click(),
  );
  expect(host.search).toBe('?rep-find=rob&reps=disabled');
  expect(host.bodies('get_reps').at(-1)).toEqual({
    filter: { state: 'disabled', search: 'rob' },
    page_size: 25,
    after: null,
  });
  await press(panel, 'Clear all');
  expect(host.search).toBe('');
});

test('the rows stay on the screen while those of another search load', async () => {
  const answers = [repsPage([repRow()])];
  const panel = await open({ get_reps: () => answers.shift() ?? new Promise(() => {}) });
  await untilText(panel, 'Robin Vale');
  await typeSearch(panel, 'dana');
  await letTypingPass();
  expect(host.bodies('get_reps').at(-1)).toMatchObject({ filter: { search: 'dana' } });
  expect(panel.textContent).toContain('Robin Vale');
});

test('a search without matches shows a message and offers all representatives', async () => {
  const panel = await open({ get_reps: () => repsPage([]) }, '?reps=disabled');
  await untilText(panel, 'No representative matches.');
  await press(panel, 'Show all representatives');
  expect(host.search).toBe('');
});

test('a new representative gets a sales ID that is shown once and never cached', async () => {
  const panel = await open({
    'change-representative': () => ({ outcome: 'added', repId: ROBIN_ID, salesId: SALES_ID }),
  });
  await untilText(panel, 'Robin Vale');
  await press(panel, 'Add a representative');
  await type(page(), 'name', ' Nia New ');
  await type(page(), 'email', 'Nia@Corvane.example');
  await press(page(), 'Add');
  await untilText(page(), 'Sales ID of Nia New');
  expect(page().querySelector<HTMLInputElement>('input[readonly]')?.value).toBe(SALES_ID);
  expect(host.bodies('change-representative')).toEqual([
    {
      action: 'add',
      name: 'Nia New',
      email: 'nia@corvane.example',
      isManager: false,
      idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/),
    },
  ]);
  const client = queryClientForSession('test');
  const kept = [...client.getQueryCache().getAll(), ...client.getMutationCache().getAll()];
  expect(JSON.stringify(kept.map(({ state }) => state))).not.toContain(SALES_ID);
  await press(page(), 'Done');
  await untilText(page(), 'Close without copying it?');
  await press(page(), 'Back to the sales ID');
  expect(page().querySelector<HTMLInputElement>('input[readonly]')?.value).toBe(SALES_ID);
  await press(page(), 'Done');
  await press(page(), 'Close without it');
  expect(page().innerHTML).not.toContain(SALES_ID);
});

test('after a lost answer, the same request is sent again', async () => {
  let answer: () => unknown = failsWith('network');
  await openDialog('New sales ID', { 'change-representative': () => answer() });
  await press(page(), 'Make a new sales ID');
  await untilText(page(), 'The server cannot be reached. Please try again.');
  answer = () => ({ outcome: 'rotated', salesId: SALES_ID, endedSessions: 2 });
  await press(page(), 'Make a new sales ID');
  await untilText(page(), 'Sales ID of Robin Vale');
  const [first, second] = host.bodies('change-representative');
  expect(first).toEqual({
    action: 'rotate',
    repId: ROBIN_ID,
    salesIdSince: '2026-01-05T09:00:00.123456+00:00',
    idempotencyKey: expect.any(String),
  });
  expect(second).toEqual(first);
});

test.each([
  [false, 'Give new requests', 'Robin Vale gets new requests in turn.'],
  [true, 'Give no new requests', 'Robin Vale gets no new requests in turn.'],
])('a manager decides who takes new requests: %s before', async (takesRequests, button, done) => {
  await open(
    {
      get_reps: () => repsPage([repRow({ takesRequests, requestsPaused: true })]),
      'change-representative': () => ({ outcome: 'set' }),
    },
    OPEN_ROBIN,
  );
  await untilText(page(), 'Live sessions');
  expect(page().textContent.includes('Paused new requests')).toBe(takesRequests);
  await press(page(), button);
  await press([...document.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1) ?? page(), button);
  await untilText(page(), `Saved: ${done}`);
  expect(host.bodies('change-representative')).toEqual([
    { action: 'take_requests', repId: ROBIN_ID, takesRequests: !takesRequests },
  ]);
});

test('a form without a name is refused beside its field, and nothing is sent', async () => {
  const panel = await open();
  await untilText(panel, 'Robin Vale');
  await press(panel, 'Add a representative');
  await press(page(), 'Add');
  await untilText(page(), 'Please enter a name');
  expect(document.activeElement).toBe(inputNamed(page(), 'name'));
  expect(host.bodies('change-representative')).toEqual([]);
});

test("the server's error appears beside its field", async () => {
  const taken = failsWith('invalid_request', {
    fields: { 'after.email': 'Another representative has this address' },
  });
  await openDialog('Edit', { 'change-representative': taken });
  await type(page(), 'email', 'heidi.heir@corvane.example');
  await press(page(), 'Save changes');
  await untilText(page(), 'Another representative has this address');
  expect(inputNamed(page(), 'email').getAttribute('aria-invalid')).toBe('true');
});

test('while it is saved, a box keeps its focus and cannot change', async () => {
  await openDialog('Edit', { 'change-representative': () => new Promise(() => {}) });
  const box = inputNamed(page(), 'isManager');
  await act(async () => box.click());
  await press(page(), 'Save changes');
  await act(async () => box.click());
  expect([box.checked, box.disabled]).toEqual([true, false]);
});

test('the second of two managers sees the stored version before overwriting it', async () => {
  const stored = {
    name: 'Robin Stored',
    email: 'robin.vale@corvane.example',
    isManager: true,
    disabledAt: null,
    salesIdSince: null,
  };
  let answer: unknown = {
    outcome: 'conflict',
    rep: stored,
    lastChange: { by: 'Max Manager', occurredAt: '2026-11-21T09:59:00Z' },
  };
  await openDialog('Edit', { 'change-representative': () => answer });
  await type(page(), 'name', 'Robin Mine');
  await press(page(), 'Save changes');
  await untilText(page(), 'Max Manager changed this representative since you opened this.');
  await untilText(page(), 'Stored now: Robin Stored');
  expect(inputNamed(page(), 'name').value).toBe('Robin Mine');
  answer = { outcome: 'edited' };
  await press(page(), 'Save changes');
  await untilText(document.body, 'Saved');
  expect(host.bodies('change-representative').at(-1)).toEqual({
    action: 'edit',
    repId: ROBIN_ID,
    before: { name: 'Robin Stored', email: stored.email, isManager: true },
    // This manager did not touch the box, so the other manager's choice stays.
    after: { name: 'Robin Mine', email: stored.email, isManager: true },
  });
});

test.each([
  [
    {},
    [
      'To doNew requests still come to them.Give no new requests',
      'To doThey have 12 customers and 3 open requests.Hand over from Robin Vale',
      'To doThey can sign in.Disable',
    ],
  ],
  [
    { customers: 0, openRequests: 0, disabledAt: '2026-11-20T09:00:00Z' },
    [
      'DoneNo new requests come to them.',
      'DoneThey have no customers and no open requests.',
      'DoneThey can no longer sign in.',
    ],
  ],
])('when a representative with %j leaves: what is to do, in order', async (changes, steps) => {
  await open({ get_reps: () => repsPage([repRow({ takesRequests: true, ...changes })]) }, OPEN_ROBIN);
  await untilText(page(), 'When they leave');
  const shown = [...page().querySelectorAll('[role=dialog] ol > li')].map(({ textContent }) => textContent);
  expect(shown).toEqual(steps);
});

/** The server refuses what is stored, in words to show. */
const refusing = (words: string) => () =>
  Promise.reject(new ApiError('invalid_request', words, { status: 409 }));

test('the last manager cannot be disabled, and the reason is shown', async () => {
  const words =
    'This is the last manager, so nothing was changed. Make another representative a manager first.';
  await openDialog('Disable', { 'change-representative': refusing(words) });
  await untilText(page(), '12 customers and 3 open requests stay with them until you hand them over.');
  await press([...document.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1) ?? page(), 'Disable');
  await untilText(page(), words);
});

const ERASED_WORDS =
  'The data of this person was erased, so the account stays closed. Nothing was changed. Add a new representative instead.';

test('an account that was erased meanwhile is not enabled, and the reason is shown', async () => {
  await openDialog('Enable', {
    get_reps: () => repsPage([repRow({ disabledAt: '2026-11-20T09:00:00Z' })]),
    'change-representative': refusing(ERASED_WORDS),
  });
  await press([...document.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1) ?? page(), 'Enable');
  await untilText(page(), ERASED_WORDS);
});

test('an account that was erased meanwhile is not edited, and the reason is shown', async () => {
  await openDialog('Edit', { 'change-representative': refusing(ERASED_WORDS) });
  await type(page(), 'email', 'robin.again@corvane.example');
  await press(page(), 'Save changes');
  await untilText(page(), ERASED_WORDS);
});

test('an erased account says so, and offers no change', async () => {
  const gone = { name: 'Former representative', customers: 0, openRequests: 0, liveSessions: 0 };
  const at = '2026-11-20T09:00:00Z';
  await open({ get_reps: () => repsPage([repRow({ ...gone, disabledAt: at, erasedAt: at })]) }, OPEN_ROBIN);
  await untilText(page(), 'The data of this person was erased.');
  const dialog = [...document.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1);
  expect(dialog?.textContent).toContain('Erased');
  const labels = [...(dialog?.querySelectorAll('button') ?? [])].map(({ textContent }) => textContent);
  for (const label of ['Edit', 'Enable', 'Disable', 'New sales ID']) expect(labels).not.toContain(label);
});

test('sessions are listed with address and device, and can be ended', async () => {
  await open({ 'change-representative': () => ({ outcome: 'ended', endedSessions: 1 }) }, OPEN_ROBIN);
  await untilText(page(), 'Firefox on Linux');
  await untilText(page(), '203.0.113.9');
  await press(page(), 'End the session of Firefox on Linux, 203.0.113.9');
  await untilText(page(), '1 session ended');
  expect(host.bodies('change-representative')).toEqual([
    { action: 'end_sessions', repId: ROBIN_ID, sessionId: SESSION.id },
  ]);
});

test('after an undone handover, the items that stay are listed with reasons', async () => {
  const kept = [
    { kind: 'customer', id: CUSTOMER.id, name: 'Ada', with: 'Heidi Heir', reason: 'new_link', did: [] },
  ];
  const panel = await open({
    get_handovers: () => handoverList({ tellsCustomers: true }),
    'hand-over-customers': () => ({ outcome: 'undone', id: ROBIN_ID, count: 11, requests: 3, kept }),
  });
  await untilText(panel, '12 customers and 3 open requests: Robin Vale to Heidi Heir');
  await press(panel, 'Undo the handover from Robin Vale to Heidi Heir');
  expect(page().textContent).toContain('Customers who were told of the handover get another mail.');
  await press(page(), 'Undo the handover');
  await untilText(page(), 'Ada got another link from Heidi Heir since.');
});

/** Regression: the notice left with the focus while a retry ran, and a later failure was not told. */
test('handovers that cannot be loaded or refreshed are marked, until a retry succeeds', async () => {
  const [first, second] = [lateAnswer(), lateAnswer()];
  const failing = failsWith('internal');
  let answer: () => unknown = failing;
  const panel = await open({ get_handovers: () => answer() });
  await untilText(panel, 'The recent handovers could not be loaded.');
  answer = first.handler;
  await pressRefresh(panel, 'The recent handovers could not be loaded.');
  await first.give(handoverList({}));
  await untilText(panel, 'Recent handovers');

  answer = failing;
  await act(() => queryClientForSession('test').refetchQueries());
  answer = second.handler;
  await pressRefresh(panel, 'The recent handovers could not be refreshed and may be out of date.');
  expect(panel.textContent).toContain('Recent handovers');
  await second.give(handoverList({}));
  await vi.waitFor(() => expect(panel.textContent).not.toContain('could not be'));
});

test('a handover older than a day, or one that was undone, has no Undo button', async () => {
  const panel = await open({
    get_handovers: () =>
      handoverList(
        { undoneAt: '2026-11-21T09:30:00Z' },
        { id: CUSTOMER.id, undoUntil: '2026-11-21T09:59:59Z', by: null },
      ),
  });
  await untilText(panel, 'Undone');
  expect(panel.textContent).toContain('By an operator');
  expect(panel.textContent).not.toContain('Undo the handover');
});

test('the address of an unknown representative shows a message', async () => {
  await open({ get_reps: () => repsPage([]) }, OPEN_ROBIN);
  await untilText(page(), 'There is no such representative.');
});

/** Regression: what was typed while the answer was on its way was lost with the dialog. */
test('a representative cannot be changed while they are saved', async () => {
  await openDialog('Edit', { 'change-representative': () => new Promise(() => {}) });
  await type(page(), 'name', 'Robin V');
  await pressEnterIn(page(), 'email');
  await act(() => expect.poll(() => inputNamed(page(), 'name').readOnly).toBe(true));
  const manager = inputNamed(page(), 'isManager');
  expect(manager.form?.getAttribute('aria-busy')).toBe('true');
  const isManager = manager.checked;
  await act(async () => manager.click());
  expect(manager.checked).toBe(isManager);
  expect(document.activeElement).toBe(inputNamed(page(), 'email'));
});

/** Regression: the dialog that was open by then closed, and its sales ID was lost. */
test('a handover that is answered after its dialog was closed leaves the shown sales ID alone', async () => {
  const handover = lateAnswer();
  await openDialog('Hand over from Robin Vale', {
    'hand-over-customers': handover.handler,
    'change-representative': () => ({ outcome: 'rotated', salesId: SALES_ID, endedSessions: 2 }),
  });
  await untilText(page(), 'All: 12 customers and 3 open requests');
  await choose(page(), 'To', HEIR.id);
  await press(page(), 'Hand over');
  await pressKey('Escape');
  await press(page(), 'Discard');
  await press(page(), 'New sales ID');
  await press(page(), 'Make a new sales ID');
  await untilText(page(), 'Sales ID of Robin Vale');
  await handover.give({
    ...{ outcome: 'handed_over', id: ROBIN_ID, count: 12, requests: 3 },
    undoUntil: '2026-11-22T09:00:00+00:00',
  });
  await untilText(document.body, 'Handed over');
  expect(page().querySelector<HTMLInputElement>('input[readonly]')?.value).toBe(SALES_ID);
});

/** Regression: it replaced the open form, and what was typed there. */
test('a sales ID that arrives after its dialog was closed is shown when no other dialog is open', async () => {
  const rotation = lateAnswer();
  await openDialog('New sales ID', { 'change-representative': rotation.handler });
  await press(page(), 'Make a new sales ID');
  await press(page(), 'Cancel');
  await press(page(), 'Add a representative');
  await type(page(), 'name', 'Nia');
  const { length } = host.bodies('get_reps');
  await rotation.give({ outcome: 'rotated', salesId: SALES_ID, endedSessions: 2 });
  await act(() => expect.poll(() => host.bodies('get_reps').length).toBeGreaterThan(length));
  expect(inputNamed(page(), 'name').value).toBe('Nia');
  expect(page().textContent).not.toContain('Sales ID of');
  await pressKey('Escape');
  await press(page(), 'Discard');
  await untilText(page(), 'Sales ID of Robin Vale');
});

test('sales IDs that wait for an open dialog are shown one after another', async () => {
  const rotation = lateAnswer();
  await openDialog('New sales ID', { 'change-representative': rotation.handler });
  await press(page(), 'Make a new sales ID');
  await press(page(), 'Cancel');
  await press(page(), 'Add a representative');
  await type(page(), 'name', 'Nia New');
  await type(page(), 'email', 'nia@corvane.example');
  await rotation.give({ outcome: 'rotated', salesId: SALES_ID, endedSessions: 2 });
  await expect.poll(() => queryClientForSession('test').isMutating()).toBe(0);
  await press(page(), 'Add');
  await rotation.give({ outcome: 'added', repId: HEIR.id, salesId: 'SR-2222-3333-4444' });
  await untilText(page(), 'Sales ID of Robin Vale');
  await press(page(), 'Copy sales ID');
  await untilText(page(), 'Copy again');
  await press(page(), 'Done');
  await untilText(page(), 'Sales ID of Nia New');
  await press(page(), 'Done');
  await untilText(page(), 'Close without copying it?');
});

/** Regression: the filters were cleared, and then the text was searched. */
test('clearing all stops a search that is being typed', async () => {
  const panel = await open({}, '?reps=disabled');
  await untilText(panel, 'Robin Vale');
  await typeSearch(panel, 'abc');
  await press(panel, 'Clear all');
  await letTypingPass();
  expect(host.search).toBe('');
  expect(panel.querySelector<HTMLInputElement>('[data-portal-search]')?.value).toBe('');
});

/** Regression: the press was dropped, and this session showed the spinner of the other one. */
test('each of two sessions that are ended at once shows that it is ending', async () => {
  const other = { ...SESSION, id: '00000000-0000-4000-8000-0000000000b2', ipAddress: '203.0.113.10' };
  await open(
    { get_rep_sessions: () => [SESSION, other], 'change-representative': lateAnswer().handler },
    OPEN_ROBIN,
  );
  await untilText(page(), '203.0.113.10');
  const names = ['9', '10'].map((last) => `End the session of Firefox on Linux, 203.0.113.${last}`);
  for (const name of names) await press(page(), name);
  const busy = () => names.map((name) => buttonNamed(page(), name).getAttribute('aria-disabled'));
  await act(() => expect.poll(busy).toEqual(['true', 'true']));
  expect(host.bodies('change-representative')).toHaveLength(2);
});

const LATE_CONFLICT = {
  outcome: 'conflict',
  rep: {
    name: 'Robin Stored',
    email: 'robin.vale@corvane.example',
    isManager: true,
    disabledAt: null,
    salesIdSince: null,
  },
  lastChange: { by: 'Max Manager', occurredAt: '2026-11-21T09:59:00Z' },
};
const MAX_WAS_FIRST = 'Max Manager changed this representative since you opened this.';

/** Regression: nothing said that the changes were not saved, and the typed name was gone. */
test.each([
  ['a conflict', () => LATE_CONFLICT, MAX_WAS_FIRST],
  [
    'a conflict with an operator',
    () => ({ ...LATE_CONFLICT, lastChange: { ...LATE_CONFLICT.lastChange, by: null } }),
    'An operator changed this representative since you opened this.',
  ],
  ['a refusal', refusing(ERASED_WORDS), ERASED_WORDS],
  [
    'a failure',
    () => Promise.reject(new ApiError('network', '')),
    'The server cannot be reached. Please try again.',
  ],
])(
  '%s that arrives after the form was closed is told, and the name is kept',
  async (_what, answer, words) => {
    const change = lateAnswer();
    await openDialog('Edit', { 'change-representative': change.handler });
    await type(page(), 'name', 'Robin Mine');
    await press(page(), 'Save changes');
    await pressKey('Escape');
    await press(page(), 'Discard');
    await change.give(answer());
    await untilText(page(), `Edit Robin Vale: ${words}`);
    await press(page(), 'Edit');
    expect(inputNamed(page(), 'name').value).toBe('Robin Mine');
    expect(page().textContent).toContain(words);
  },
);

/** Regression: nothing said that there is no new sales ID. */
test('a conflict that arrives after the question about a sales ID was closed is told', async () => {
  const rotation = lateAnswer();
  await openDialog('New sales ID', { 'change-representative': rotation.handler });
  await press(page(), 'Make a new sales ID');
  await press(page(), 'Cancel');
  await rotation.give(LATE_CONFLICT);
  await untilText(page(), `${MAX_WAS_FIRST} Nothing was changed.`);
});

test.each([
  [0, 0, []],
  [1, 0, ['Hand over from Robin Vale']],
  [0, 1, ['Hand over from Robin Vale']],
])('of %i customers and %i open requests, the list offers %j', async (customers, openRequests, offered) => {
  const panel = await open({ get_reps: () => repsPage([repRow({ customers, openRequests })]) });
  await untilText(panel, 'Robin Vale');
  const labels = [...panel.querySelectorAll('tbody button')].map((button) => button.textContent);
  expect(labels.filter((label) => label?.startsWith('Hand over'))).toEqual(offered);
});

/** Regression: it showed the list of before the change, as fresh, until the next refresh. */
test('a representative who is opened while a change makes the list load again is asked for too', async () => {
  let answer: () => unknown = () => repsPage([repRow({ customers: 2 })]);
  const panel = await open({
    get_reps: (body) =>
      'sales_rep_id' in (body as { filter: object }).filter ? repsPage([repRow({ customers: 0 })]) : answer(),
  });
  await untilText(panel, 'Robin Vale');
  answer = () => new Promise(() => {});
  act(() => void queryClientForSession('test').invalidateQueries({ queryKey: ['representatives'] }));
  await act(async () => host.visit(OPEN_ROBIN));
  await untilText(page(), '0 customers');
});
