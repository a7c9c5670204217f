// @vitest-environment happy-dom

import { CONTACT_FORM_POST } from '@corvane/shared/contracts/backend/contact/contact-form';
import { ApiError } from '@corvane/shared/contracts/remote/api-error';
import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { translatePage } from '@corvane/shared/testing/translate-page';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HostProvider } from '../../host-context.tsx';
import { ContactForm } from './contact-form.tsx';

const invoke = vi.fn<(name: string, body: unknown) => Promise<unknown>>();
let root: Root;

function mount(): void {
  root = createRoot(document.body.appendChild(document.createElement('div')));
}

async function unmount(): Promise<void> {
  await act(async () => root.unmount());
  document.body.replaceChildren();
}

beforeEach(() => {
  sessionStorage.clear();
  invoke.mockReset();
  mount();
});
afterEach(unmount);

interface Shown {
  place?: 'page' | 'dialog';
  source?: string;
  session?: unknown;
}

const ANONYMOUS = { status: 'anonymous' };

async function show({ place = 'page', source = 'general', session = ANONYMOUS }: Shown = {}): Promise<void> {
  const host = {
    session,
    api: { invoke },
    toast: () => {},
    track: () => {},
  } as unknown as HostServices;
  await act(async () =>
    root.render(
      <HostProvider value={host}>
        <ContactForm
          label="Contact"
          place={place}
          source={source}
          tier=""
          projectType="contact"
          onSent={() => {}}
        />
      </HostProvider>,
    ),
  );
}

function fieldNamed(name: string): HTMLInputElement {
  const field = document.querySelector<HTMLInputElement>(`[name=${name}]`);
  if (field === null) throw new Error(`The form has no field ${name}`);
  return field;
}

async function type(name: string, text: string): Promise<void> {
  const field = fieldNamed(name);
  await act(async () => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

async function fillIn(): Promise<void> {
  await type('name', 'Ada Lovelace');
  await type('email', 'ada@engine.example');
  await type('company', 'Engines');
}

/** Sends the form as Enter in its last field does. */
async function send(): Promise<void> {
  const before = invoke.mock.calls.length;
  await act(async () => {
    fieldNamed('message').focus();
    fieldNamed('message').form?.requestSubmit();
  });
  await act(() => expect.poll(() => invoke.mock.calls.length).toBe(before + 1));
}

/** @returns fails the next call */
function answerLater(): (error: Error) => Promise<void> {
  let fail = (_error: Error) => {};
  invoke.mockReturnValueOnce(
    new Promise((_resolve, reject) => {
      fail = reject;
    }),
  );
  return (error) => act(async () => fail(error));
}

const readOnlyFields = () =>
  [...document.querySelectorAll<HTMLInputElement>('input[id], textarea')]
    .filter(({ readOnly }) => readOnly)
    .map(({ name }) => name);

const TEXTS = ['name', 'email', 'company', 'phone', 'jobTitle', 'jobRole', 'message'];

/** Regression: what was typed while the answer was on its way was lost when it came. */
test.each<[string, Shown, string[]]>([
  ['of the page', {}, TEXTS],
  ['of the dialog', { place: 'dialog' }, TEXTS],
  ['for opting out', { source: 'opt-out' }, TEXTS.filter((name) => !name.startsWith('job'))],
])('the form %s cannot be changed while it is sent, and keeps the focus', async (_which, shown, all) => {
  const fail = answerLater();
  await show(shown);
  await fillIn();
  expect(readOnlyFields()).toEqual([]);
  await send();
  expect(readOnlyFields()).toEqual(all);
  expect(document.activeElement).toBe(fieldNamed('message'));
  await fail(new ApiError('network', 'for the test'));
  expect(readOnlyFields()).toEqual([]);
});

test('consent cannot be given while the form is sent, and counts when it is given after a failure', async () => {
  const fail = answerLater();
  await show();
  await fillIn();
  await send();
  const consent = fieldNamed('consent');
  await act(async () => consent.click());
  expect(consent.checked).toBe(false);
  expect(consent.getAttribute('aria-disabled')).toBe('true');
  await fail(new ApiError('network', 'for the test'));
  await act(async () => consent.click());
  expect(consent.checked).toBe(true);
  answerLater();
  await send();
  expect(invoke.mock.lastCall?.[1]).toMatchObject({ consent: true });
});

const sentIds = () => invoke.mock.calls.map(([, body]) => (body as { id: string }).id);

function store(items: object): void {
  for (const [key, value] of Object.entries(items)) sessionStorage.setItem(key, String(value));
}

/** A page that is loaded again, or a tab that the browser copies, has what the tab stored. */
async function openAgain(session: unknown = ANONYMOUS): Promise<void> {
  await unmount();
  mount();
  await show({ session });
}

/** Regression: both had the id of the draft. The server kept the first, and the second sender was thanked too. */
test('two tabs with one draft send requests of their own', async () => {
  await show();
  await fillIn();
  const copied = { ...sessionStorage };
  answerLater();
  await send();
  sessionStorage.clear();
  store(copied);
  await openAgain();
  expect(fieldNamed('name').value).toBe('Ada Lovelace');
  await type('message', 'For another team');
  answerLater();
  await send();
  expect(new Set(sentIds()).size).toBe(2);
});

test('a request without an answer keeps its id when it is sent again, also after a reload, until it changes', async () => {
  await show();
  await fillIn();
  for (const step of [() => {}, () => openAgain(), () => type('message', 'Two'), () => openAgain()]) {
    await step();
    const fail = answerLater();
    await send();
    await fail(new ApiError('network', 'for the test'));
  }
  const [first, again, changed, changedAgain] = sentIds();
  expect(again).toBe(first);
  expect(changed).not.toBe(first);
  expect(changedAgain).toBe(changed);
});

const ADA = { name: 'Ada Lovelace', email: 'ada@engine.example', company: 'Engines' };
const BEA = { name: 'Bea Baker', email: 'bea@bakery.example', company: 'Bakery' };
const signedIn = (customer: typeof ADA) => ({ status: 'customer', customer });
const ENDED = { status: 'anonymous', ended: 'customer', endedAccess: { customer: ADA } };
const RESTORING = { status: 'restoring' };

const texts = () => ['name', 'email', 'company', 'message'].map((name) => fieldNamed(name).value);
const NOTHING = ['', '', '', ''];
const written = ({ name, email, company }: typeof ADA, message: string) => [name, email, company, message];

/** Regression: the next person in the tab found the customer's details, and what they had typed. */
test.each<[string, unknown, string[]]>([
  ['a logout', ANONYMOUS, NOTHING],
  ['another customer signs in', signedIn(BEA), written(BEA, '')],
])(
  'after %s a form, and its draft, hold nothing of the customer before',
  async (_what, session, expected) => {
    await show({ session: signedIn(ADA) });
    await type('message', 'Our prices');
    fieldNamed('consent').click();
    const draft = { ...sessionStorage };
    await show({ session });
    expect(texts()).toEqual(expected);
    expect(fieldNamed('consent').checked).toBe(false);
    // Or the form was not open.
    store(draft);
    await openAgain(session);
    expect(texts()).toEqual(expected);
    expect(JSON.stringify(sessionStorage)).not.toContain('Our prices');
  },
);

/** The checks have values of their own. */
test('after a logout, the next person sends only what they typed', async () => {
  await show({ session: signedIn(ADA) });
  await type('message', 'Our prices');
  answerLater();
  await send();
  await show();
  for (const [name, text] of Object.entries(BEA)) await type(name, text);
  answerLater();
  await send();
  expect(invoke.mock.lastCall?.[1]).toMatchObject({ ...BEA, message: '' });
});

test('a visitor who signs in keeps what they typed, until they log out', async () => {
  await show();
  await type('message', 'My prices');
  const form = document.querySelector('form');
  await show({ session: signedIn(ADA) });
  expect(document.querySelector('form')).toBe(form);
  expect(texts()).toEqual(written(ADA, 'My prices'));
  await openAgain(signedIn(ADA));
  expect(texts()).toEqual(written(ADA, 'My prices'));
  await openAgain();
  expect(texts()).toEqual(NOTHING);
});

test('a customer whose access has ended keeps what they typed, also after a reload', async () => {
  await show({ session: signedIn(ADA) });
  await type('message', 'My prices');
  for (const session of [RESTORING, ENDED]) await show({ session });
  expect(texts()).toEqual(written(ADA, 'My prices'));
  await openAgain(ENDED);
  expect(texts()).toEqual(written(ADA, 'My prices'));
});

test('a draft of a customer waits until it is known who is here, and replaces nothing typed meanwhile', async () => {
  await show({ session: signedIn(ADA) });
  await type('message', 'My prices');
  fieldNamed('consent').click();
  await openAgain(RESTORING);
  expect(texts()).toEqual(NOTHING);
  await type('company', 'New Engines');
  await show({ session: signedIn(ADA) });
  expect(texts()).toEqual(written({ ...ADA, company: 'New Engines' }, 'My prices'));
  answerLater();
  await send();
  expect(invoke.mock.lastCall?.[1]).toMatchObject({ ...ADA, company: 'New Engines', consent: true });
});

/** Regression: the mark of the pressed button was put before a text that React no longer had. */
test('a form that the browser translated can be sent, refused, and sent again', async () => {
  const end = translatePage();
  const fail = answerLater();
  await show();
  await fillIn();
  await send();
  expect(document.querySelector('[type=submit]')?.textContent).toBe('Submitting...');
  await fail(new ApiError('invalid_request', 'for the test', { fields: { name: 'Too short' } }));
  expect(document.querySelector('[role=alert]')?.textContent).toContain('Debug Information');
  answerLater();
  await send();
  expect(document.querySelector('[type=submit]')?.textContent).toBe('Submitting...');
  end();
});

/** Regression: a password manager filled it in, and the request of a person was quarantined. */
test('password managers are told to leave the hidden field empty', async () => {
  await show();
  const trap = document.querySelector('[aria-hidden] input');
  expect(trap?.getAttribute('name')).not.toMatch(/web|url|site|mail|name|phone|company|address/);
  expect(trap?.getAttribute('autocomplete')).toBe('off');
  for (const manager of ['1p-ignore', 'lpignore', 'bwignore', 'form-type']) {
    expect(trap?.hasAttribute(`data-${manager}`), manager).toBe(true);
  }
  expect(trap?.closest('label')?.textContent).toBe('Leave this empty');
});

test('what is in the hidden field is sent', async () => {
  await show();
  await fillIn();
  await type(CONTACT_FORM_POST.trap, 'https://spam.example');
  answerLater();
  await send();
  expect(invoke.mock.lastCall?.[1]).toMatchObject({ website: 'https://spam.example' });
});

/** Regression: a form that we had filled in was quarantined if its button was pressed within 1.5 s. */
test.each<[string, Shown, boolean]>([
  ['of a visitor', {}, true],
  ['for a new link, which we filled in', { source: 'new-link' }, false],
  ['of a customer, whom we know', { session: signedIn(ADA) }, false],
  ['of a representative', { session: { status: 'rep' } }, false],
])('a form %s tells how soon it was sent: %s', async (_whose, shown, isTold) => {
  await show(shown);
  await fillIn();
  answerLater();
  await send();
  expect(Object.hasOwn(invoke.mock.lastCall?.[1] as object, 'formOpenedMs')).toBe(isTold);
});

const buttonNamed = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);

/** Focuses the address as a person does, types into it, and goes on to the company. */
async function mistype(address: string): Promise<void> {
  await act(async () => fieldNamed('email').focus());
  await type('email', address);
  await act(async () => fieldNamed('company').focus());
}

test('a mistyped address gets its likely spelling, which one press takes', async () => {
  await show();
  await mistype('ada@gmial.com');
  await expect.poll(() => buttonNamed('ada@gmail.com')).toBeDefined();
  expect(document.querySelector('form [role=status]')?.textContent).toBe('Did you mean ada@gmail.com?');
  await act(async () => buttonNamed('ada@gmail.com')?.click());
  expect(fieldNamed('email').value).toBe('ada@gmail.com');
  expect(document.activeElement).toBe(fieldNamed('email'));
  expect(document.querySelector('form [role=status]')?.textContent).toBe('');
  await openAgain();
  expect(fieldNamed('email').value).toBe('ada@gmail.com');
});

test('a likely spelling is no stop between two fields, and is not taken while the form is sent', async () => {
  const fail = answerLater();
  await show();
  await fillIn();
  await mistype('ada@gmail.co');
  await expect.poll(() => buttonNamed('ada@gmail.com')).toBeDefined();
  const stops = [...document.querySelectorAll<HTMLElement>('form input, form textarea, form button')];
  expect(stops.slice(-2).map(({ textContent }) => textContent)).toEqual(['ada@gmail.com', 'Send message']);
  await send();
  await act(async () => buttonNamed('ada@gmail.com')?.click());
  expect(fieldNamed('email').value).toBe('ada@gmail.co');
  await fail(new ApiError('network', 'for the test'));
});

test.each([
  ['roi-forecast', true],
  ['roi-assessment', true],
  ['general', false],
])('a request from %s asks for the figures of a forecast: %s', async (source, isAsked) => {
  await show({ source });
  const hint = document.getElementById(fieldNamed('message').getAttribute('aria-describedby') ?? '');
  expect(hint?.textContent?.includes('what a sale is worth') ?? false).toBe(isAsked);
});
