// @vitest-environment happy-dom
import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withSections } from '../../static-sections/with-sections.tsx';

const { default: ContactPage } = await withSections(
  '/contact',
  import('./contact-page.tsx'),
  () => import('./contact-sections.tsx'),
);

let root: Root;

beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('div')));
});

afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const track = vi.fn();
const toast = vi.fn();

async function open(
  search: string,
  session: unknown = { status: 'anonymous' },
  notified = true,
): Promise<void> {
  const host = {
    location: { pathname: '/contact', search, hash: '', state: null },
    session,
    track,
    toast,
    api: {
      invoke: async () => ({ contactRequestId: 'a0000000-0000-4000-8000-000000000009', notified }),
    },
    Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
  } as unknown as HostServices;
  await act(async () => root.render(<ContactPage host={host} />));
}

const headings = () => [...document.querySelectorAll('h1, h2')].map((heading) => heading.textContent);
const FOR_BUYERS = 'Tell us who you need to reach.';

test('a buyer reads who answers and what happens next', async () => {
  await open('?source=demo');
  expect(headings().slice(0, 3)).toEqual([
    'Contact Our Data Experts',
    'Send Us a MessageBook a Demo',
    'What happens next',
  ]);
  expect(document.querySelectorAll('ol > li')).toHaveLength(3);
  expect(document.body.textContent).toContain(FOR_BUYERS);
});

/** Regression: the page began with a buyer's lines. */
test.each([
  ['?source=new-link', 'See prices again', 'Your sales representative gets your request'],
  ['?source=opt-out', 'Your data, your decision', 'Ask what we hold about you'],
])('%s begins with words for its senders', async (search, title, intro) => {
  await open(search);
  expect(headings()[0]).toBe(title);
  expect(document.body.textContent).toContain(intro);
  expect(document.body.textContent).not.toContain(FOR_BUYERS);
  expect(headings()).not.toContain('What happens next');
});

test("a customer's question about a plan names their representative, and another one does not", async () => {
  const session = { status: 'customer', customer: { email: 'ada@x.example', repName: 'Dana $& Reyes' } };
  await open('?source=pricing&tier=Moonshot', session);
  expect(headings()[0]).toBe('Ask Dana $& Reyes');
  expect(document.body.textContent).toContain('Your question goes to Dana $& Reyes');
  await open('?source=demo', session);
  expect(headings()[0]).toBe('Contact Our Data Experts');
});

/** Regression: the page was another one, but the next Tab went on at its end, and nothing was announced. */
test('a link on the page to another purpose moves the focus to the new heading', async () => {
  await open('?source=demo');
  expect(document.activeElement).toBe(document.body);
  await open('?source=opt-out');
  expect(document.activeElement?.textContent).toBe('Your data, your decision');
});

/** Regression: the box was gone, but it was sent as ticked. */
test('a consent that was given before does not become part of opting out', async () => {
  await open('?source=demo');
  const form = document.querySelector('form');
  document.querySelector<HTMLInputElement>('[name=consent]')?.click();
  await open('?source=opt-out');
  expect(document.querySelector('form')).not.toBe(form);
  expect(document.querySelector('[name=consent]')).toBeNull();
});

/** Regression: the form asked a private person for a job title and a job role. */
test('opting out asks for nothing about a job', async () => {
  await open('?source=general');
  expect(document.querySelectorAll('[name^=job]')).toHaveLength(2);
  await open('?source=opt-out');
  expect(document.querySelectorAll('[name^=job]')).toHaveLength(0);
});

const FORMER = {
  status: 'anonymous',
  endedAccess: {
    endedAt: null,
    repName: 'Dana Whitfield',
    repEmail: 'dana@corvane.example',
    customer: { name: 'Ada Lovelace', email: 'ada@customer.example', company: 'Engines' },
  },
};

const typed = () =>
  ['name', 'email', 'company', 'message'].map(
    (name) => document.querySelector<HTMLInputElement>(`[name=${name}]`)?.value,
  );

/** Regression: they typed name, address and company again, and another address does not reach their representative. */
test('a former customer who asks for a new link only presses the button', async () => {
  await open('?source=new-link', FORMER);
  expect(typed()).toEqual([
    'Ada Lovelace',
    'ada@customer.example',
    'Engines',
    'My link to see prices does not work any more. Please send me a new one. My sales representative is Dana Whitfield.',
  ]);
});

test('a customer who asks for more time only presses the button', async () => {
  const { customer } = FORMER.endedAccess;
  await open('?source=more-time', {
    status: 'customer',
    customer: { ...customer, repName: 'Dana Whitfield' },
  });
  expect(headings().slice(0, 2)).toEqual(['Ask Dana Whitfield', 'Send Us a MessageAsk for more time']);
  expect(typed()).toEqual([
    customer.name,
    customer.email,
    customer.company,
    'Please give me more time to see prices.',
  ]);
});

test('a customer who goes ahead with a quote only presses the button, and reads the plan and its billing', async () => {
  const { customer } = FORMER.endedAccess;
  await open('?source=quote&tier=Moonshot&billing=annual', {
    status: 'customer',
    customer: { ...customer, repName: 'Dana Whitfield' },
  });
  expect(headings().slice(0, 2)).toEqual(['Ask Dana Whitfield', 'Send Us a MessageGo ahead with this quote']);
  expect(typed().at(-1)).toBe('I accept my quote.');
  expect(document.body.textContent).toContain('This message is about Moonshot, billed annually.');
});

test("a former customer's details are in no other request", async () => {
  await open('?source=general', FORMER);
  expect(typed()).toEqual(['', '', '', '']);
});

test('the thanks name the address that the answer goes to', async () => {
  await open('?source=new-link', FORMER);
  await act(async () => document.querySelector('form')?.requestSubmit());
  await expect.poll(() => headings()[1]).toBe('Thank you. We have your message.');
  expect(document.body.textContent).toContain('within one business day, to ada@customer.example.');
});

/** Regression: a person whom the spam trap caught read 'Thank you', and waited for an answer. */
test.each(['new-link', 'demo'])(
  'a request of source %s that the team does not have is not told as delivered',
  async (source) => {
    await open(`?source=${source}`, FORMER, false);
    if (source === 'demo')
      for (const [name, value] of [
        ['name', 'Ada Lovelace'],
        ['email', 'ada@customer.example'],
        ['company', 'Engines'],
      ] as const) {
        const field = document.querySelector<HTMLInputElement>(`[name=${name}]`);
        if (field !== null) field.value = value;
      }
    await act(async () => document.querySelector('form')?.requestSubmit());
    await expect.poll(() => headings()[1]).toBe('Your message is saved');
    expect(document.activeElement?.textContent).toBe(headings()[1]);
    const said = `${document.body.textContent} ${JSON.stringify(toast.mock.calls)}`;
    expect(said).not.toMatch(/thank you|we have your|success|submitted|a person answers|get back|reach out/i);
    expect(document.body.textContent).toMatch(
      /Debug Information.*has not been told.*please contact us again/,
    );
    // The specification counts it as a success.
    expect(JSON.stringify(track.mock.calls)).toContain('form_submission_success');
  },
);
