// @vitest-environment happy-dom
import type { Session } from '@corvane/shared/contracts/remote/session';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectToaster } from '../toasts/toast.tsx';
import type { HostMessage } from '../toasts/toaster.tsx';
import { useSessionEnded } from './use-session.ts';

const signIn = vi.fn();
const shown: HostMessage[] = [];
let root: Root;
let disconnect: () => void;

beforeEach(() => {
  signIn.mockReset();
  shown.length = 0;
  disconnect = connectToaster({ show: (message) => shown.push(message) });
  root = createRoot(document.createElement('div'));
});

afterEach(async () => {
  await act(async () => root.unmount());
  disconnect();
});

interface PageProps {
  session: Session;
  isRepPage: boolean;
  hasOpenedLink?: boolean;
}

function Page({ session, isRepPage, hasOpenedLink = false }: PageProps) {
  useSessionEnded(session, { isRepPage, hasOpenedLink, signIn });
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
  expect(signIn.mock.calls).toEqual([[true, true]]);
  expect(shown).toEqual([]);
});

test('on a public page, a message gives the reason and offers to sign in', async () => {
  await end({ status: 'anonymous', ended: 'rep' }, false);
  expect(shown.map(({ title }) => title)).toEqual(['Your session has ended']);
  expect(signIn).not.toHaveBeenCalled();
  shown[0]?.action?.onClick();
  expect(signIn.mock.calls).toEqual([[false, true]]);
});

test('a customer reads whom to ask for a new link', async () => {
  const endedAccess = { endedAt: null, repName: 'Dana Whitfield', repEmail: 'dana@corvane.example' };
  await end({ status: 'anonymous', ended: 'customer', endedAccess }, false);
  expect(shown.map(({ description }) => description)).toEqual([
    'Please ask Dana Whitfield, dana@corvane.example, for a new link.',
  ]);
});

/** Regression: the address, which is the name of such a representative, was written twice. */
test('a customer of a representative without a name reads the address once', async () => {
  const endedAccess = { endedAt: null, repName: 'dana@corvane.example', repEmail: 'dana@corvane.example' };
  await end({ status: 'anonymous', ended: 'customer', endedAccess }, false);
  expect(shown.map(({ description }) => description)).toEqual([
    'Please ask dana@corvane.example for a new link.',
  ]);
});

/** Regression: a customer who opened a new link was told, above its dialog, to ask for a new link. */
test('a customer who has opened a link is not told to ask for one', async () => {
  await act(async () =>
    root.render(<Page session={{ status: 'restoring' }} isRepPage={false} hasOpenedLink />),
  );
  await act(async () =>
    root.render(
      <Page session={{ status: 'anonymous', ended: 'customer' }} isRepPage={false} hasOpenedLink />,
    ),
  );
  expect(shown).toEqual([]);
});

test.each([
  ['who signed out', { status: 'anonymous' }],
  [
    'who returns long after',
    { status: 'anonymous', endedAccess: { endedAt: null, repName: 'R', repEmail: 'r@r' } },
  ],
] as const)('a person %s sees no message', async (_, session) => {
  await end(session, false);
  expect([shown, signIn.mock.calls]).toEqual([[], []]);
});

const RESTORING: Session = { status: 'restoring' };
const REP: Session = {
  status: 'rep',
  rep: { id: 'r', name: 'Dana', email: 'dana@corvane.example' },
  sessionId: 's',
  sessionExpiresAt: '2026-11-24T00:00:00Z',
};

async function open(isRepPage: boolean, ...sessions: Session[]): Promise<void> {
  for (const session of sessions) {
    await act(async () => root.render(<Page session={session} isRepPage={isRepPage} />));
  }
}

/** Regression: a representative without a session saw the home page and no word about it. */
test('a visitor who opens the portal without a session is offered to sign in, once', async () => {
  await open(true, RESTORING, { status: 'anonymous' }, { status: 'anonymous' });
  expect(signIn.mock.calls).toEqual([[true, false]]);
});

test.each<[string, boolean, Session[]]>([
  ['a visitor of a public page', false, [RESTORING, { status: 'anonymous' }]],
  ['a representative who logs out', true, [RESTORING, REP, { status: 'anonymous' }]],
])('%s is not asked to sign in', async (_, isRepPage, sessions) => {
  await open(isRepPage, ...sessions);
  expect(signIn).not.toHaveBeenCalled();
});
