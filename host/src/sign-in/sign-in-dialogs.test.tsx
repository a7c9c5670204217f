// @vitest-environment happy-dom

import { CREDENTIAL_MAX } from '@corvane/shared/contracts/backend/browser-limits';
import {
  signInCustomerRequestSchema,
  signInRepRequestSchema,
} from '@corvane/shared/contracts/backend/sign-in/auth';
import { ApiError, type ErrorCode } from '@corvane/shared/contracts/remote/api-error';
import type { LinkProps } from '@corvane/shared/contracts/remote/host-services';
import { translatePage } from '@corvane/shared/testing/translate-page';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type PageContextValue, PageProvider } from '../page-context.ts';
import { SessionStore } from '../session/session-store.ts';
import { connectToaster } from '../toasts/toast.tsx';
import type { HostMessage } from '../toasts/toaster.tsx';
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
let answer: () => Promise<unknown>;
/** Bodies of the calls, in order. */
let sent: unknown[];
const messages: HostMessage[] = [];
const goToPlans = vi.fn();
const openPortal = vi.fn();
let disconnect: () => void;

function Page() {
  const signIn = useSignInDialogs(LINK);
  return (
    <>
      <p>{signIn.isWaiting ? 'the link waits' : 'no link waits'}</p>
      <button type="button" onClick={() => signIn.openSignIn('customer')}>
        Enter access token
      </button>
      <button type="button" onClick={() => signIn.openSignIn('rep')}>
        Partner Program
      </button>
      <SignInDialogs
        {...signIn}
        goToPlans={goToPlans}
        openPortal={openPortal}
        goBack={() => {}}
        Link={(props: LinkProps) => (
          <a href={props.to} className={props.className}>
            {props.children}
          </a>
        )}
      />
    </>
  );
}

beforeEach(async () => {
  answer = async () => GRANT;
  sent = [];
  messages.length = 0;
  goToPlans.mockClear();
  openPortal.mockClear();
  disconnect = connectToaster({ show: (message) => messages.push(message) });
  const api = {
    invoke: (_name: string, body: unknown) => {
      sent.push(body);
      return answer();
    },
  };
  const session = new SessionStore({ api, storage: localStorage });
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <PageProvider value={{ session } as PageContextValue}>
        <Page />
      </PageProvider>,
    ),
  );
});

afterEach(async () => {
  await act(async () => root.unmount());
  disconnect();
  document.body.replaceChildren();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const failing = (code: ErrorCode) => async () => {
  throw new ApiError(code, code);
};

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
  expect(goToPlans).toHaveBeenCalledOnce();
  expect(document.body.textContent).toContain('no link waits');
  await press('Enter access token');
  await expect.poll(() => dialog()?.textContent).toContain('Your sales representative sent you a link');
  expect(field()?.value).toBe('');
  expect(field()?.className).not.toContain('security:disc');
});

const REFUSED = 'Invalid or expired access token. Please contact your sales representative.';

/** Regression: a message above the page said it a second time, and the dialog still promised prices. */
test('a refused link is told once, in its dialog, with a way on', async () => {
  answer = failing('unauthenticated');
  await expect.poll(() => field()?.value).toBe('token-of-the-link');
  expect(dialog()?.textContent).toContain('This link shows you the prices');
  await press('See prices');
  await expect
    .poll(() => dialog()?.querySelector('[role=alert]')?.textContent)
    .toBe(`Authentication Failed${REFUSED}`);
  expect(document.body.textContent?.split(REFUSED)).toHaveLength(2);
  expect(messages).toEqual([]);
  expect(dialog()?.textContent).not.toContain('This link shows you the prices');
  expect(dialog()?.textContent).toContain('You can request a new link, or enter another access token.');
  expect(dialog()?.querySelector('a')?.getAttribute('href')).toBe('/contact?source=new-link');
  expect(field()?.value).toBe('token-of-the-link');
  expect(field()?.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field());
});

/** Regression: the first button of a refused link was the one that had just failed, and no word said since when. */
test('an ended link says when it ended, and its first button asks for a new one', async () => {
  answer = async () => {
    throw new ApiError('unauthenticated', 'no', { fields: { endedAt: '2026-11-20T10:00:00+00:00' } });
  };
  await expect.poll(() => field()?.value).toBe('token-of-the-link');
  await press('See prices');
  await expect
    .poll(() => dialog()?.querySelector('[role=alert]')?.textContent)
    .toMatch(
      /^Authentication FailedInvalid or expired .* representative\. This link ended on Fri, Nov 20, 2026, .+\.$/,
    );
  const looksFirst = [...document.querySelectorAll('[role=dialog] :is(a, button)')].filter(({ className }) =>
    className.includes('bg-signal'),
  );
  expect(looksFirst.map(({ textContent }) => textContent)).toEqual(['Request a new link']);
});

test('a refused link is not offered again once its dialog is closed', async () => {
  answer = failing('unauthenticated');
  await expect.poll(() => field()?.value).toBe('token-of-the-link');
  await press('See prices');
  await expect.poll(() => dialog()?.textContent).toContain(REFUSED);
  await press('Close');
  expect(document.body.textContent).toContain('no link waits');
  await press('Enter access token');
  await expect.poll(() => dialog()?.textContent).toContain('Your sales representative sent you a link');
  expect(dialog()?.textContent).not.toContain(REFUSED);
  expect(field()?.value).toBe('');
});

test('without an answer, the link stays usable', async () => {
  answer = failing('unavailable');
  await expect.poll(() => field()?.value).toBe('token-of-the-link');
  await press('See prices');
  await expect.poll(() => dialog()?.textContent).toContain('An unexpected error occurred. Please try again.');
  expect(field()?.hasAttribute('aria-invalid')).toBe(false);
  await press('Close');
  expect(document.body.textContent).toContain('the link waits');
});

/** Sends the link's token, and closes the dialog before the answer. @returns gives the answer: a code refuses */
async function closeBeforeAnswer(): Promise<(code: ErrorCode | 'signed-in') => Promise<void>> {
  let resolve: (grant: unknown) => void = () => {};
  let reject: (error: ApiError) => void = () => {};
  answer = () =>
    new Promise((resolveAnswer, rejectAnswer) => {
      resolve = resolveAnswer;
      reject = rejectAnswer;
    });
  await expect.poll(() => field()?.value).toBe('token-of-the-link');
  await press('See prices');
  await press('Close');
  expect(document.body.textContent).toContain('the link waits');
  return (code) =>
    act(async () => (code === 'signed-in' ? resolve(GRANT) : reject(new ApiError(code, code))));
}

const refusal = expect.objectContaining({
  tone: 'error',
  title: 'Authentication Failed',
  description: REFUSED,
});

/**
 * Regression: the customer was not told, the bar still offered the link, and the dialog opened again with the old
 * error.
 */
test('a link that is refused after its dialog was closed is told on the page, and over', async () => {
  const answerWith = await closeBeforeAnswer();
  await answerWith('unauthenticated');
  expect(messages).toEqual([refusal]);
  expect(document.body.textContent).toContain('no link waits');
  await press('Enter access token');
  await expect.poll(() => dialog()?.textContent).toContain('Your sales representative sent you a link');
  expect(dialog()?.querySelector('[role=alert]')).toBeNull();
  expect(field()?.value).toBe('');
});

test('a failure after the dialog was closed is told on the page, and not again in the dialog', async () => {
  const answerWith = await closeBeforeAnswer();
  await answerWith('unavailable');
  const description = 'An unexpected error occurred. Please try again.';
  expect(messages).toEqual([expect.objectContaining({ tone: 'error', title: 'Error', description })]);
  expect(document.body.textContent).toContain('the link waits');
  await press('Enter access token');
  await expect.poll(() => field()?.value).toBe('token-of-the-link');
  expect(dialog()?.querySelector('[role=alert]')).toBeNull();
});

test('a link that is refused while the other dialog is open is told on the page, and over', async () => {
  const answerWith = await closeBeforeAnswer();
  await press('Partner Program');
  await expect.poll(() => dialog()?.textContent).toContain('Sales ID');
  await answerWith('unauthenticated');
  expect(messages).toEqual([refusal]);
  expect(document.body.textContent).toContain('no link waits');
  expect(dialog()?.textContent).toContain('Sales ID');
});

test('a link that is refused after its dialog was opened again is told there', async () => {
  const answerWith = await closeBeforeAnswer();
  await press('Enter access token');
  await answerWith('unauthenticated');
  await expect.poll(() => dialog()?.querySelector('[role=alert]')?.textContent).toContain(REFUSED);
  expect(messages).toEqual([]);
});

const success = expect.objectContaining({ tone: 'success', title: 'Authentication Successful' });

/** Regression: the late answer led a person who typed on another page away to the plans. */
test('a sign-in that succeeds after its dialog was closed is told, and leads nowhere', async () => {
  const answerWith = await closeBeforeAnswer();
  await answerWith('signed-in');
  await expect.poll(() => messages).toEqual([success]);
  expect(goToPlans).not.toHaveBeenCalled();
  expect(document.body.textContent).toContain('no link waits');
});

/** Regression: the late answer closed the other dialog. */
test('a sign-in that succeeds while the other dialog is open leaves that one open', async () => {
  const answerWith = await closeBeforeAnswer();
  await press('Partner Program');
  await expect.poll(() => dialog()?.textContent).toContain('Sales ID');
  await answerWith('signed-in');
  await expect.poll(() => messages).toEqual([success]);
  expect(dialog()?.textContent).toContain('Sales ID');
  expect(goToPlans).not.toHaveBeenCalled();
});

test('a sign-in that succeeds after its dialog was opened again closes it', async () => {
  const answerWith = await closeBeforeAnswer();
  await press('Enter access token');
  await answerWith('signed-in');
  await expect.poll(() => dialog()).toBeNull();
  expect(messages).toEqual([success]);
  expect(goToPlans).toHaveBeenCalledOnce();
});

/** What the browser puts into the field when a person pastes it. */
async function paste(text: string): Promise<void> {
  const input = field();
  const { maxLength } = input ?? { maxLength: -1 };
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  await act(async () => {
    setValue?.call(input, maxLength < 0 ? text : text.slice(0, maxLength));
    input?.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** Regression: the field cut pasted text after 1000 characters without a word, and with it the token. */
test('a token at the end of a long link is sent whole', async () => {
  const token = 'q3J_-x0'.padEnd(43, 'a');
  await paste(`https://corvane.example/pricing?utm_campaign=${'x'.repeat(3000)}&access=${token}`);
  await press('See prices');
  await expect.poll(() => sent).toMatchObject([{ token }]);
});

/** Regression: it cost an attempt, and the customer was told to ask for a new link. */
test('a link without a token is not sent, and the dialog says what to do, once', async () => {
  await paste('https://protect-eu.mimecast.com/s/AbCdC1234?domain=corvane.example');
  await press('See prices');
  await expect.poll(() => dialog()?.textContent).toContain('open the link from the mail itself');
  expect(dialog()?.querySelector('input')?.getAttribute('aria-invalid')).toBe('true');
  expect([sent, messages]).toEqual([[], []]);
  const token = 'q3J_-x0'.padEnd(43, 'a');
  await paste(token);
  await press('See prices');
  await expect.poll(() => sent).toMatchObject([{ token }]);
});

test('the field sends the longest token that the server reads, and refuses a longer one itself', async () => {
  const [longest, tooLong] = [CREDENTIAL_MAX, CREDENTIAL_MAX + 1].map((length) => 'x'.repeat(length));
  expect(signInCustomerRequestSchema.safeParse({ token: longest }).success).toBe(true);
  expect(signInCustomerRequestSchema.safeParse({ token: tooLong }).success).toBe(false);
  await paste(tooLong ?? '');
  await press('See prices');
  await expect.poll(() => dialog()?.querySelector('[role=alert]')?.textContent).toContain(REFUSED);
  expect([sent, field()?.value]).toEqual([[], tooLong]);
  await paste(longest ?? '');
  await press('See prices');
  await expect.poll(() => sent).toMatchObject([{ token: longest }]);
});

test('the same holds for a sales ID', async () => {
  const [longest, tooLong] = [CREDENTIAL_MAX, CREDENTIAL_MAX + 1].map((length) => 'x'.repeat(length));
  expect(signInRepRequestSchema.safeParse({ salesId: longest }).success).toBe(true);
  expect(signInRepRequestSchema.safeParse({ salesId: tooLong }).success).toBe(false);
  await press('Partner Program');
  await expect.poll(() => dialog()?.textContent).toContain('Sales ID');
  await paste(tooLong ?? '');
  await press('Sign in');
  await expect
    .poll(() => dialog()?.querySelector('[role=alert]')?.textContent)
    .toContain('Invalid Sales ID. Please try again.');
  expect(sent).toEqual([]);
  await paste(longest ?? '');
  await press('Sign in');
  await expect.poll(() => sent).toMatchObject([{ salesId: longest }]);
});

const REP_GRANT = {
  ...GRANT,
  actor: {
    kind: 'rep',
    rep: {
      id: '0198c0de-0000-7000-8000-000000000004',
      name: 'Dana',
      email: 'dana@corvane.example',
      isManager: false,
    },
  },
};

test('a representative who signs in from the footer is in the portal', async () => {
  answer = async () => REP_GRANT;
  await press('Partner Program');
  await expect.poll(() => dialog()?.textContent).toContain('Sales ID');
  await paste('DEMO-REP-2018');
  await press('Sign in');
  await expect.poll(() => messages).toEqual([success]);
  expect(messages[0]).not.toHaveProperty('action');
  expect(openPortal).toHaveBeenCalledOnce();
});

test('a representative who closed the dialog meanwhile stays, and is offered the portal', async () => {
  let signIn: (grant: unknown) => void = () => {};
  answer = () =>
    new Promise((resolve) => {
      signIn = resolve;
    });
  await press('Partner Program');
  await expect.poll(() => dialog()?.textContent).toContain('Sales ID');
  await paste('DEMO-REP-2018');
  await press('Sign in');
  await press('Close');
  await act(async () => signIn(REP_GRANT));
  expect(openPortal).not.toHaveBeenCalled();
  expect(messages).toEqual([
    expect.objectContaining({ action: expect.objectContaining({ label: 'Open Sales Portal' }) }),
  ]);
});

/** Regression: the mark of the pressed button was put before a text that React no longer had. */
test('a dialog that the browser translated shows a refusal and takes the next credential', async () => {
  const end = translatePage();
  await act(async () => {});
  answer = failing('unauthenticated');
  await press('See prices');
  expect(document.querySelector('[role=alert]')?.textContent).toContain('Authentication Failed');
  answer = async () => GRANT;
  await press('See prices');
  expect(dialog()).toBeNull();
  end();
});
