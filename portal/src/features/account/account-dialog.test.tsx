// @vitest-environment happy-dom

import { ApiError } from '@corvane/shared/contracts/remote/api-error';
import { SERVED_PARTS_ATTRIBUTE, SERVED_PARTS_EVENT } from '@corvane/shared/contracts/remote/served-parts';
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClientForSession } from '../../app/session-query-client.ts';
import { failsWith } from '../../testing/fake-host.tsx';
import { buttonNamed, inputNamed, lateAnswer, press, untilText } from '../../testing/mount.tsx';
import { type Handlers, RoutedHost } from '../../testing/routed-host.tsx';
import { AccountDialog } from './account-dialog.tsx';

const HERE = '00000000-0000-4000-8000-00000000000b';
const PHONE = '00000000-0000-4000-8000-0000000000e2';
const OFFICE = '00000000-0000-4000-8000-0000000000e3';

let host: RoutedHost;

afterEach(() => vi.useRealTimers());

const session = (
  id: string,
  changes: { ipAddress?: string; userAgent?: string | null; endedAt?: string | null } = {},
) => ({
  id,
  ipAddress: '198.51.100.7',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/142.0 Safari/537.36',
  createdAt: new Date(Date.now() - 3_600_000).toISOString(),
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  endedAt: null,
  ...changes,
});

/** A server that stores the sessions and the setting. */
function server(ids: readonly string[], requestsPaused: boolean | null = null) {
  let live = [...ids];
  let settings = {
    mailOnOpening: false,
    mailOnMonday: false,
    mailOnWork: true,
    toastOnNews: true,
    requestsPaused,
  };
  return {
    get_sales_sessions: () => [
      ...live.map((id) => session(id)),
      session('00000000-0000-4000-8000-0000000000e9', { endedAt: new Date().toISOString() }),
    ],
    get_rep_settings: () => settings,
    'end-own-sessions': (body) => {
      const { sessionId } = body as { sessionId: string | null };
      const before = live.length;
      live = live.filter((id) => id === HERE || (sessionId !== null && id !== sessionId));
      return { endedCount: before - live.length };
    },
    'save-rep-settings': (body) => {
      settings = { ...settings, ...(body as object) };
      return settings;
    },
  } satisfies Handlers;
}

async function open(handlers: Handlers): Promise<HTMLElement> {
  host = new RoutedHost(handlers);
  await host.mount(<AccountDialog onClose={() => {}} />);
  return document.body;
}

const rows = () => [...document.querySelectorAll('li')].map((row) => row.textContent ?? '');

test('live sessions are listed, and this browser offers no button to end its own', async () => {
  const page = await open(server([HERE, PHONE]));
  await untilText(page, 'This browser');
  expect(rows()).toHaveLength(2);
  expect(rows()[0]).toMatch(/^Chrome on Windows198\.51\.100\.7, since .*This browser$/);
  expect(page.textContent).not.toContain('End all other sessions');
});

test('one session is ended, and the focus stays with the list', async () => {
  const page = await open(server([HERE, PHONE]));
  await untilText(page, 'This browser');
  await press(page, 'End the session of Chrome on Windows, 198.51.100.7');
  await untilText(page, '1 session ended');
  await expect.poll(() => rows().length).toBe(1);
  expect(host.bodies('end-own-sessions')).toEqual([{ sessionId: PHONE }]);
  expect(document.activeElement?.tagName).toBe('UL');
});

test('all other sessions end with one press', async () => {
  const page = await open(server([HERE, PHONE, OFFICE]));
  await untilText(page, 'End all other sessions');
  await press(page, 'End all other sessions');
  await untilText(page, '2 sessions ended');
  expect(host.bodies('end-own-sessions')).toEqual([{ sessionId: null }]);
});

/** Regression: the tick disappeared, although it was stored. */
test('settings that were read before a change do not undo it', async () => {
  const kept = server([HERE]);
  let answer = (_settings: unknown) => {};
  let read: () => unknown = kept.get_rep_settings;
  const page = await open({ ...kept, get_rep_settings: () => read() });
  await untilText(page, 'Email me when a customer');
  read = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const reading = queryClientForSession(HERE).refetchQueries();
  await act(async () => inputNamed(page, 'mailOnOpening').click());
  await untilText(page, 'Saved');
  answer({ mailOnOpening: false });
  await act(() => reading);
  await untilText(page, 'Saved');
  expect(inputNamed(page, 'mailOnOpening').checked).toBe(true);
});

test.each([
  ['about openings', 'mailOnOpening'],
  ['on Monday', 'mailOnMonday'],
])('the mail %s is off by default, and a change is stored at once', async (_, name) => {
  const page = await open(server([HERE]));
  await untilText(page, 'Email me when a customer');
  const box = inputNamed(page, name);
  expect(box.checked).toBe(false);
  await act(async () => box.click());
  await untilText(page, 'Saved');
  expect(box.checked).toBe(true);
  expect(host.bodies('save-rep-settings')).toEqual([{ [name]: true }]);
  expect(page.textContent).not.toContain('Pause new requests');
});

test.each([
  ['mails about work', 'mailOnWork'],
  ['messages about news', 'toastOnNews'],
])('%s are on by default, and can be turned off', async (_, name) => {
  const page = await open(server([HERE]));
  await untilText(page, 'Email me about new work');
  const box = inputNamed(page, name);
  expect(box.checked).toBe(true);
  await act(async () => box.click());
  await untilText(page, 'Saved');
  expect(box.checked).toBe(false);
  expect(host.bodies('save-rep-settings')).toEqual([{ [name]: false }]);
});

test('only who gets new requests in turn can pause them', async () => {
  const page = await open(server([HERE], false));
  await untilText(page, 'Pause new requests');
  await act(async () => inputNamed(page, 'requestsPaused').click());
  await untilText(page, 'Saved');
  expect(inputNamed(page, 'requestsPaused').checked).toBe(true);
  expect(host.bodies('save-rep-settings')).toEqual([{ requestsPaused: true }]);
});

test('a setting that could not be stored returns to its old value, and the reason is shown', async () => {
  const page = await open({ ...server([HERE]), 'save-rep-settings': failsWith('network') });
  await untilText(page, 'Email me when a customer');
  await act(async () => inputNamed(page, 'mailOnOpening').click());
  await untilText(page, 'The server cannot be reached.');
  expect(inputNamed(page, 'mailOnOpening').checked).toBe(false);
});

test('a session that could not be ended stays listed, and the reason is shown', async () => {
  const page = await open({ ...server([HERE, PHONE]), 'end-own-sessions': failsWith('unavailable') });
  await untilText(page, 'This browser');
  await press(page, 'End the session of Chrome on Windows, 198.51.100.7');
  await untilText(page, 'The server cannot be reached.');
  expect(rows()).toHaveLength(2);
});

test('each part says when it cannot be loaded, and the other part works', async () => {
  const page = await open({ ...server([HERE]), get_sales_sessions: failsWith('internal') });
  await untilText(page, 'Failed to load your sessions.');
  expect(page.textContent).toContain('Email me when a customer');
});

/** Regression: a machine whose clock was ahead hid its own session. */
test('the server decides which sessions are live, whatever the clock of this machine says', async () => {
  const live = [session(HERE), session(PHONE)];
  vi.useFakeTimers({ now: Date.now() + 86_400_000, toFake: ['Date'] });
  const page = await open({ ...server([]), get_sales_sessions: () => live });
  await untilText(page, 'This browser');
  expect(rows()).toHaveLength(2);
});

/** Regression: the second press was dropped, and the first session no longer looked as if it were ending. */
test('a second session is ended while the first end is on its way, and both say so', async () => {
  const end = lateAnswer();
  const live = [session(HERE), session(PHONE, { ipAddress: '::1' }), session(OFFICE, { ipAddress: '::2' })];
  const page = await open({
    ...server([]),
    get_sales_sessions: () => live,
    'end-own-sessions': end.handler,
  });
  await untilText(page, 'This browser');
  const names = ['::1', '::2'].map((address) => `End the session of Chrome on Windows, ${address}`);
  for (const name of [...names, ...names]) await press(page, name);
  expect(host.bodies('end-own-sessions')).toEqual([{ sessionId: PHONE }, { sessionId: OFFICE }]);
  const busy = () => names.map((name) => buttonNamed(page, name).getAttribute('aria-disabled'));
  await act(() => expect.poll(busy).toEqual(['true', 'true']));
});

test('an end that fails while another one is on its way is told', async () => {
  const [phone, office] = [lateAnswer(), lateAnswer()];
  const page = await open({
    ...server([]),
    get_sales_sessions: () => [session(HERE), session(PHONE, { ipAddress: '::1' }), session(OFFICE)],
    'end-own-sessions': (body) =>
      ((body as { sessionId: string }).sessionId === PHONE ? phone : office).handler(),
  });
  await untilText(page, 'This browser');
  await press(page, 'End the session of Chrome on Windows, ::1');
  await press(page, 'End the session of Chrome on Windows, 198.51.100.7');
  await phone.give(Promise.reject(new ApiError('unavailable', '')));
  await untilText(page, 'The server cannot be reached.');
  await office.give({ endedCount: 1 });
  await untilText(page, '1 session ended');
  expect(page.textContent).toContain('The server cannot be reached.');
});

test('the choice to see what serves each part shows what the host does, and tells the host of a change', async () => {
  const heard = vi.fn();
  const hear = ({ detail }: CustomEventInit) => heard(detail);
  document.addEventListener(SERVED_PARTS_EVENT, hear);
  document.documentElement.setAttribute(SERVED_PARTS_ATTRIBUTE, '');
  const dialog = await open(server([HERE]));
  const choice = inputNamed(dialog, 'served-parts');
  expect(choice.checked).toBe(true);
  await act(async () => choice.click());
  await act(async () => choice.click());
  expect(heard.mock.calls).toEqual([[false], [true]]);
  document.documentElement.removeAttribute(SERVED_PARTS_ATTRIBUTE);
  document.removeEventListener(SERVED_PARTS_EVENT, hear);
});
