// @vitest-environment happy-dom
import type { Session } from '@corvane/shared/contracts/remote/session';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HostMessage } from '../toasts/toast.ts';
import { connectToaster } from '../toasts/toast.ts';
import { useSessionEnded } from './use-session-ended.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const signInAgain = vi.fn();
const shown: HostMessage[] = [];
let root: Root;
let disconnect: () => void;

beforeEach(() => {
  signInAgain.mockReset();
  shown.length = 0;
  disconnect = connectToaster((message) => shown.push(message));
  root = createRoot(document.createElement('div'));
});

afterEach(async () => {
  await act(async () => root.unmount());
  disconnect();
});

function Page({ session, isRepPage }: { session: Session; isRepPage: boolean }) {
  useSessionEnded(session, { isRepPage, signInAgain });
  return null;
}

/** The session ends while a page is open. */
async function end(session: Session, isRepPage: boolean): Promise<void> {
  await act(async () => root.render(<Page session={{ status: 'restoring' }} isRepPage={isRepPage} />));
  await act(async () => root.render(<Page session={session} isRepPage={isRepPage} />));
  // The next page and later renders must not show it again.
  await act(async () => root.render(<Page session={session} isRepPage={false} />));
}

test('on the portal, the sign-in dialog opens at once, and returns to the page', async () => {
  await end({ status: 'anonymous', ended: 'rep' }, true);
  expect(signInAgain.mock.calls).toEqual([[true]]);
  expect(shown).toEqual([]);
});

test('on a public page, a message gives the reason and offers to sign in', async () => {
  await end({ status: 'anonymous', ended: 'rep' }, false);
  expect(shown.map(({ title }) => title)).toEqual(['Your session has ended']);
  expect(signInAgain).not.toHaveBeenCalled();
  shown[0]?.action?.onClick();
  expect(signInAgain.mock.calls).toEqual([[false]]);
});

test('a customer reads whom to ask for a new link', async () => {
  const endedAccess = { endedAt: null, repName: 'Dana Whitfield', repEmail: 'dana@corvane.example' };
  await end({ status: 'anonymous', ended: 'customer', endedAccess }, false);
  expect(shown.map(({ description }) => description)).toEqual([
    'Please ask Dana Whitfield, dana@corvane.example, for a new link.',
  ]);
});

test.each([
  ['who signed out', { status: 'anonymous' }],
  [
    'who returns long after',
    { status: 'anonymous', endedAccess: { endedAt: null, repName: 'R', repEmail: 'r@r' } },
  ],
] as const)('a person %s sees no message', async (_, session) => {
  await end(session, false);
  expect([shown, signInAgain.mock.calls]).toEqual([[], []]);
});
