// @vitest-environment happy-dom

import type { CustomerDetails } from '@corvane/shared/contracts/backend/customers/qualification';
import { ApiError } from '@corvane/shared/contracts/remote/api-error';
import { translatePage } from '@corvane/shared/testing/translate-page';
import { act } from 'react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { HostServicesProvider } from '../../app/host-services-context.tsx';
import { type FakeHost, failsWith, fakeHost } from '../../testing/fake-host.tsx';
import {
  buttonNamed,
  inputNamed,
  type Mounted,
  mount,
  press,
  type,
  untilText,
} from '../../testing/mount.tsx';
import { QualifyPanel } from './qualify-panel.tsx';

const VERIFICATION = {
  verificationId: '00000000-0000-4000-8000-000000000001',
  expiresAt: '2026-11-21T08:10:00Z',
  validForSeconds: 420,
  resendAfterSeconds: 20,
  maxAttempts: 2,
};
const LINK = {
  customerId: '00000000-0000-4000-8000-000000000002',
  token: 'one-time-secret',
  expiresAt: '2026-11-23T08:00:00Z',
  validForSeconds: 259_200,
};

let mounted: Mounted;

// Already loaded, so the panel does not have to wait for it.
beforeAll(() => import('./flow/qualification-calls.ts'));
beforeEach(() => sessionStorage.clear());

async function open(host: FakeHost, requested: CustomerDetails | null = null): Promise<HTMLElement> {
  mounted = await mount(
    <HostServicesProvider host={host.services}>
      <QualifyPanel requested={requested} />
    </HostServicesProvider>,
  );
  return mounted.container;
}

/** The same panel, with a customer requested by another part of the portal. */
async function show(host: FakeHost, requested: CustomerDetails): Promise<void> {
  await mounted.render(
    <HostServicesProvider host={host.services}>
      <QualifyPanel requested={requested} />
    </HostServicesProvider>,
  );
}

async function sendCode(panel: HTMLElement): Promise<void> {
  await type(panel, 'customer-email', ' ana@acme.example ');
  await press(panel, 'Send Verification Code');
  await untilText(panel, '6-digit code');
}

test('an empty address shows a message, and nothing is sent', async () => {
  const host = fakeHost({});
  const panel = await open(host);
  await type(panel, 'customer-email', '   ');
  await press(panel, 'Send Verification Code');
  await untilText(panel, "Please enter the customer's email");
  expect(host.toasts).toEqual([
    { title: 'Error', description: "Please enter the customer's email", tone: 'error' },
  ]);
  expect(host.calls).toEqual([]);
  expect(document.activeElement).toBe(inputNamed(panel, 'customer-email'));
});

test('the whole flow: details, pasted code, link', async () => {
  const host = fakeHost({ 'send-verification': () => VERIFICATION, 'issue-access-link': () => LINK });
  const panel = await open(host);
  expect(panel.textContent).toContain('It is valid for 48 hours.');
  await type(panel, 'customer-name', ' Ana Diaz ');
  await sendCode(panel);
  expect(host.toasts.at(-1)).toMatchObject({ title: 'Verification Code Sent' });
  expect(panel.textContent).toContain('The code works for 7 minutes.');
  expect(panel.textContent).toContain('Resend code in 20 s');
  expect(inputNamed(panel, 'customer-email').closest('fieldset')?.disabled).toBe(true);
  expect(document.activeElement).toBe(inputNamed(panel, 'verification-code'));

  expect(buttonNamed(panel, 'Verify & Generate Link').disabled).toBe(true);
  await type(panel, 'verification-code', '123 456');
  expect(buttonNamed(panel, 'Verify & Generate Link').disabled).toBe(false);
  await press(panel, 'Verify & Generate Link');
  await untilText(panel, 'Valid for 72 hours, until');

  expect(host.calls).toEqual([
    { name: 'send-verification', body: { email: 'ana@acme.example', name: 'Ana Diaz', company: '' } },
    {
      name: 'issue-access-link',
      body: {
        verificationId: VERIFICATION.verificationId,
        code: '123456',
        idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    },
  ]);
  expect(host.toasts.at(-1)).toMatchObject({
    title: 'Success',
    description: 'Access link generated successfully',
  });
  expect(panel.querySelector<HTMLInputElement>('input[readonly]')?.value).toBe(
    `${location.origin}/comparison?access=one-time-secret`,
  );
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('one-time-secret');

  await press(panel, 'Qualify another customer');
  expect(inputNamed(panel, 'customer-email').value).toBe('');
});

test('we mail the link on request, with the request that issued it', async () => {
  let mail = 'sent';
  const host = fakeHost({
    'send-verification': () => VERIFICATION,
    'issue-access-link': (body) => ((body as { mailLink?: boolean }).mailLink ? { ...LINK, mail } : LINK),
  });
  const panel = await open(host);
  await sendCode(panel);
  await type(panel, 'verification-code', '123456');
  await press(panel, 'Verify & Generate Link');
  await untilText(panel, 'Email it for me');

  await press(panel, 'Email it for me');
  await untilText(panel, 'Sent to ana@acme.example.');
  const [, issued, mailed] = host.calls;
  expect(mailed?.body).toEqual({ ...(issued?.body as object), mailLink: true });

  for (const [state, words] of [
    ['limited', 'too many emails were sent just now. Copy the link, or write your own email.'],
    ['failed', 'the mail server did not accept it'],
    ['not_configured', 'sends no email'],
  ] as const) {
    mail = state;
    await press(panel, state === 'limited' ? 'Email it again' : 'Email it for me');
    await untilText(panel, words);
  }
  // After any failure of the mail, the link is still shown.
  expect(panel.querySelector<HTMLInputElement>('input[readonly]')?.value).toContain('one-time-secret');
});

test('a mistyped address gets a suggestion, but can still be used', async () => {
  const host = fakeHost({ 'send-verification': () => VERIFICATION });
  const panel = await open(host);
  await type(panel, 'customer-email', 'ana@gmial.com');
  expect(panel.textContent).toContain('Did you mean ana@gmail.com?');
  // Regression: the next Tab after the address led to the suggestion.
  const stops = [...panel.querySelectorAll<HTMLInputElement>('form :is(input, button)')];
  expect(stops.map(({ name, textContent }) => name || textContent)).toEqual([
    'customer-email',
    'customer-name',
    'customer-company',
    'ana@gmail.com',
    'Send Verification Code',
  ]);
  await press(panel, 'ana@gmail.com');
  expect(inputNamed(panel, 'customer-email').value).toBe('ana@gmail.com');
  expect(panel.textContent).not.toContain('Did you mean');

  await type(panel, 'customer-email', 'ana@gmial.com');
  await press(panel, 'Send Verification Code');
  await untilText(panel, '6-digit code');
  expect(host.calls.at(-1)?.body).toMatchObject({ email: 'ana@gmial.com' });
  expect(panel.textContent).toContain('Press “Change details” to correct it.');
});

test('test mode shows the code and explains how to send real mails', async () => {
  const host = fakeHost({ 'send-verification': () => ({ ...VERIFICATION, verificationCode: '482913' }) });
  const panel = await open(host);
  await sendCode(panel);
  expect(host.toasts).toEqual([
    { title: 'Test Mode Active', description: 'Using test verification code: 482913', tone: 'info' },
  ]);
  await untilText(panel, 'verify a domain with the email provider');
});

test('a wrong code shows a message beside the field and can be corrected', async () => {
  const host = fakeHost({
    'send-verification': () => VERIFICATION,
    'issue-access-link': failsWith('invalid_request'),
  });
  const panel = await open(host);
  await sendCode(panel);
  await type(panel, 'verification-code', '111111');
  await press(panel, 'Verify & Generate Link');
  await untilText(panel, 'The verification code is incorrect');
  expect(host.toasts.at(-1)).toEqual({
    title: 'Invalid Code',
    description: 'The verification code is incorrect',
    tone: 'error',
  });
  expect(inputNamed(panel, 'verification-code').value).toBe('111111');
});

test('a code that could not be sent keeps the details', async () => {
  const host = fakeHost({ 'send-verification': failsWith('unavailable') });
  const panel = await open(host);
  await type(panel, 'customer-email', 'ana@acme.example');
  await press(panel, 'Send Verification Code');
  expect(host.toasts.at(-1)?.title).toBe('Failed to send verification code');
  expect(inputNamed(panel, 'customer-email').value).toBe('ana@acme.example');
});

test('unfinished work survives a reload', async () => {
  const host = fakeHost({ 'send-verification': () => VERIFICATION });
  await sendCode(await open(host));
  await mounted.unmount();
  const panel = await open(host);
  expect(inputNamed(panel, 'customer-email').value).toBe('ana@acme.example');
  expect(inputNamed(panel, 'verification-code').value).toBe('');
});

test('going back to the details keeps them', async () => {
  const panel = await open(fakeHost({ 'send-verification': () => VERIFICATION }));
  await sendCode(panel);
  await press(panel, 'Change details');
  expect(inputNamed(panel, 'customer-email').closest('fieldset')?.disabled).toBe(false);
  expect(document.activeElement).toBe(inputNamed(panel, 'customer-email'));
});

/** Regression: after a request, the form had the focus once and never again. */
test('changing the details of a requested customer moves the focus to the form', async () => {
  const host = fakeHost({ 'send-verification': () => VERIFICATION });
  const panel = await open(host, ANA);
  await press(panel, 'Send Verification Code');
  await untilText(panel, '6-digit code');
  await press(panel, 'Change details');
  expect(document.activeElement).toBe(inputNamed(panel, 'customer-email'));
});

test('without a rep the card is hidden', async () => {
  expect((await open(fakeHost({}, { session: { status: 'anonymous' } }))).innerHTML).toBe('');
});

test('a customer who gets a new link replaces the typed details', async () => {
  const host = fakeHost({});
  const panel = await open(host);
  await type(panel, 'customer-email', 'jo@acme.example');
  const requested = { email: 'ana@acme.example', name: 'Ana Diaz', company: 'Acme' };
  await show(host, requested);
  expect(inputNamed(panel, 'customer-email').value).toBe('ana@acme.example');
  expect(inputNamed(panel, 'customer-company').value).toBe('Acme');
  expect(document.activeElement).toBe(inputNamed(panel, 'customer-email'));
});

test('asking for a new customer keeps unfinished work and an uncopied link', async () => {
  const host = fakeHost({ 'send-verification': () => VERIFICATION, 'issue-access-link': () => LINK });
  const panel = await open(host);
  await type(panel, 'customer-email', 'jo@acme.example');
  await show(host, { email: '', name: '', company: '' });
  expect(inputNamed(panel, 'customer-email').value).toBe('jo@acme.example');
  await press(panel, 'Send Verification Code');
  await type(panel, 'verification-code', '123456');
  await press(panel, 'Verify & Generate Link');
  await untilText(panel, 'Valid for 72 hours, until');
  await show(host, { email: '', name: '', company: '' });
  expect(panel.querySelector<HTMLInputElement>('input[readonly]')?.value).toContain('one-time-secret');
  expect(document.activeElement).toBe(buttonNamed(panel, 'Qualify another customer'));
});

const ANA = { email: 'ana.diaz@acme.example', name: 'Ana Diaz', company: 'Acme' };

/** Opens the panel with a link that was just issued. */
async function openLink(handlers: Parameters<typeof fakeHost>[0] = {}) {
  const host = fakeHost({
    'send-verification': () => VERIFICATION,
    'issue-access-link': () => LINK,
    ...handlers,
  });
  const panel = await open(host);
  await sendCode(panel);
  await type(panel, 'verification-code', '123456');
  await press(panel, 'Verify & Generate Link');
  await untilText(panel, 'Valid for 72 hours, until');
  return { host, panel };
}
const shownLink = (panel: HTMLElement) =>
  panel.querySelector<HTMLInputElement>('input[readonly]')?.value ?? null;

const NOBODY = { email: '', name: '', company: '' };

/** Regression: the request stopped the call, and the form waited for its answer until a reload. */
test('asking for a new customer does not stop a code that is being sent', async () => {
  let answer = (_sent: unknown) => {};
  const host = fakeHost({
    'send-verification': () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  const panel = await open(host);
  await type(panel, 'customer-email', 'ana@acme.example');
  await press(panel, 'Send Verification Code');
  await expect.poll(() => host.calls).toHaveLength(1);
  await show(host, NOBODY);
  await act(async () => answer(VERIFICATION));
  await untilText(panel, '6-digit code');
});

/** Regression: the request replaced the link, which cannot be shown again. */
test('a link that was not copied stays when a customer gets a new link, who is next', async () => {
  const { host, panel } = await openLink();
  await show(host, ANA);
  expect(shownLink(panel)).toContain('one-time-secret');
  expect(panel.textContent).toContain('Copy or email this link first');
  expect(document.activeElement).toBe(buttonNamed(panel, 'Copy link'));
  await press(panel, 'Qualify Ana Diaz');
  expect(inputNamed(panel, 'customer-email').value).toBe(ANA.email);
  expect(document.activeElement).toBe(inputNamed(panel, 'customer-email'));
});

/** A code that the server is checking. @returns answers the check */
async function openCheck() {
  let answer = (_issued: unknown) => {};
  const host = fakeHost({
    'send-verification': () => VERIFICATION,
    'issue-access-link': () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  const panel = await open(host);
  await sendCode(panel);
  await type(panel, 'verification-code', '123456');
  await press(panel, 'Verify & Generate Link');
  await expect.poll(() => host.calls).toHaveLength(2);
  await show(host, ANA);
  return { panel, answer: (issued: unknown) => act(async () => answer(issued)) };
}

/** Regression: the request stopped the call, and a link that the server had issued was never shown. */
test('a code that is being checked gives its link, and the customer who gets a new one is next', async () => {
  const { panel, answer } = await openCheck();
  await answer(LINK);
  await expect.poll(() => shownLink(panel)).toContain('one-time-secret');
  await press(panel, 'Qualify Ana Diaz');
  expect(inputNamed(panel, 'customer-email').value).toBe(ANA.email);
});

test('a code that is refused makes room for the customer who gets a new one', async () => {
  const { panel, answer } = await openCheck();
  await answer(Promise.reject(new ApiError('invalid_request', 'for the test')));
  await expect.poll(() => inputNamed(panel, 'customer-email').value).toBe(ANA.email);
  expect(document.activeElement).toBe(inputNamed(panel, 'customer-email'));
});

test('a check without an answer can be repeated, and the customer who gets a new link is next', async () => {
  const { panel, answer } = await openCheck();
  await answer(Promise.reject(new ApiError('network', 'for the test')));
  await expect
    .poll(() => buttonNamed(panel, 'Verify & Generate Link').getAttribute('aria-disabled'))
    .toBe(null);
  await press(panel, 'Verify & Generate Link');
  await answer(LINK);
  await expect.poll(() => shownLink(panel)).toContain('one-time-secret');
  await press(panel, 'Qualify Ana Diaz');
});

test('a copied link makes room for the customer who gets a new one', async () => {
  const { host, panel } = await openLink();
  await act(async () =>
    panel.querySelector('input[readonly]')?.dispatchEvent(new Event('copy', { bubbles: true })),
  );
  await show(host, ANA);
  expect(inputNamed(panel, 'customer-email').value).toBe(ANA.email);
});

test('a mailed link makes room for the customer who gets a new one', async () => {
  const { host, panel } = await openLink({ 'issue-access-link': () => ({ ...LINK, mail: 'sent' }) });
  await press(panel, 'Email it for me');
  await untilText(panel, 'Sent to ana@acme.example.');
  await show(host, ANA);
  expect(inputNamed(panel, 'customer-email').value).toBe(ANA.email);
});

test('an invalid answer is logged, without the address or the code', async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const panel = await open(fakeHost({ 'send-verification': () => ({}) }));
  await type(panel, 'customer-email', 'ana@acme.example');
  await press(panel, 'Send Verification Code');
  await expect
    .poll(() => logged.mock.calls)
    .toEqual([['The answer for send-verification is invalid: ZodError']]);
  await mounted.unmount();

  const host = fakeHost({ 'send-verification': () => VERIFICATION, 'issue-access-link': () => ({}) });
  const again = await open(host);
  await sendCode(again);
  await type(again, 'verification-code', '123456');
  await press(again, 'Verify & Generate Link');
  await expect
    .poll(() => logged.mock.calls[1])
    .toEqual(['The answer for issue-access-link is invalid: ZodError']);
  logged.mockRestore();
});

/** Regression: a suggestion, an error beside a field and a sent code ended a translated page. */
test('a panel that the browser translated goes from a mistyped address to a link', async () => {
  const end = translatePage();
  const host = fakeHost({ 'send-verification': () => VERIFICATION, 'issue-access-link': () => LINK });
  const panel = await open(host);
  await press(panel, 'Send Verification Code');
  await untilText(panel, "Please enter the customer's email");
  await type(panel, 'customer-email', 'ana@gmial.com');
  await untilText(panel, 'Did you mean ana@gmail.com?');
  await press(panel, 'Send Verification Code');
  await untilText(panel, 'Press “Change details” to correct it.');
  await type(panel, 'verification-code', '123456');
  await press(panel, 'Verify & Generate Link');
  await untilText(panel, 'Valid for 72 hours, until');
  await press(panel, 'Qualify another customer');
  expect(inputNamed(panel, 'customer-email').value).toBe('');
  end();
});
