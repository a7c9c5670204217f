// @vitest-environment happy-dom
import type { LinkProps } from '@corvane/shared/contracts/remote/host-services';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SessionStore } from '../session/session-store.ts';
import { SessionProvider } from '../session/use-session.ts';
import type { OpenedLink } from './opened-link.ts';
import { SignInDialogs, useSignInDialogs } from './sign-in-dialogs.tsx';

const LINK: OpenedLink = { status: 'opened', token: 'token-of-the-link' };
const GRANT = {
  sessionToken: 'jwt',
  expiresAt: '2026-03-01T12:10:00Z',
  sessionId: '0198c0de-0000-7000-8000-000000000002',
  sessionExpiresAt: '2026-03-02T00:00:00Z',
  actor: {
    kind: 'customer',
    customer: {
      id: '0198c0de-0000-7000-8000-000000000003',
      name: 'Ada',
      email: 'ada@customer.example',
      company: 'Customer',
      repName: 'Dana',
      repEmail: 'dana@corvane.example',
    },
  },
};

let root: Root;

function Page() {
  const signIn = useSignInDialogs(LINK);
  return (
    <>
      <p>{signIn.isWaiting ? 'the link waits' : 'no link waits'}</p>
      <button type="button" onClick={() => signIn.openSignIn('customer')}>
        Enter access token
      </button>
      <SignInDialogs
        {...signIn}
        goToPlans={() => {}}
        openPortal={() => {}}
        goBack={() => {}}
        Link={(props: LinkProps) => <a href={props.to}>{props.children}</a>}
      />
    </>
  );
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const session = new SessionStore({ api: { invoke: async () => GRANT }, storage: localStorage });
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <SessionProvider value={session}>
        <Page />
      </SessionProvider>,
    ),
  );
});

afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const dialog = () => document.querySelector('[role=dialog]');
const field = () => document.querySelector<HTMLInputElement>('[role=dialog] input');

async function press(words: string): Promise<void> {
  const button = [...document.querySelectorAll('button')].find(
    (one) => one.textContent === words || one.getAttribute('aria-label') === words,
  );
  await act(async () => button?.click());
}

test('a link whose dialog was closed keeps its token for later', async () => {
  await expect.poll(() => field()?.value).toBe('token-of-the-link');
  await press('Close');
  expect(document.body.textContent).toContain('the link waits');
  await press('Enter access token');
  await expect.poll(() => field()?.value).toBe('token-of-the-link');
});

/** Regression: after the end of the access, or a logout, the bar of the same page offered the used link again. */
test('a used link is not offered again, and its token is gone', async () => {
  await expect.poll(() => field()?.value).toBe('token-of-the-link');
  await press('See prices');
  await expect.poll(() => dialog()).toBeNull();
  expect(document.body.textContent).toContain('no link waits');
  await press('Enter access token');
  await expect.poll(() => dialog()?.textContent).toContain('Your sales representative sent you a link');
  expect(field()?.value).toBe('');
  expect(field()?.className).not.toContain('security:disc');
});
