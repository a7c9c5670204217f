// @vitest-environment happy-dom
import type { Session } from '@corvane/shared/contracts/remote/session';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type PageContextValue, PageProvider } from '../page-context.ts';
import { LAST_ACCESS_KEY } from '../session/last-access.ts';
import { SessionStore } from '../session/session-store.ts';
import AccessBadge from './access-badge.tsx';

const customer = {
  id: '0198c0de-0000-7000-8000-000000000003',
  name: 'Ada',
  email: 'ada@customer.example',
  company: 'Customer',
  repName: 'Dana Whitfield',
  repEmail: 'dana@corvane.example',
};
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const session = (endsInMs: number): Extract<Session, { status: 'customer' }> => ({
  status: 'customer',
  customer,
  sessionId: 's',
  sessionExpiresAt: inMs(endsInMs),
});

const store = new SessionStore({ api: { invoke: async () => ({}) }, storage: localStorage });
let root: Root;
let element: HTMLElement;

beforeEach(() => {
  element = document.body.appendChild(document.createElement('div'));
  root = createRoot(element);
});

afterEach(async () => {
  await act(async () => root.unmount());
  element.remove();
});

function badge(): HTMLDetailsElement {
  const details = element.querySelector('details');
  if (details === null) throw new Error('There is no badge');
  return details;
}

const show = (shown: Parameters<typeof AccessBadge>[0]['session'], onOver?: () => void) =>
  act(async () =>
    root.render(
      <PageProvider value={{ session: store } as PageContextValue}>
        <AccessBadge
          session={shown}
          onOver={onOver}
          Link={({ to, children }) => <a href={to}>{children}</a>}
        />
      </PageProvider>,
    ),
  );

test('the badge shows how long a customer sees prices, their representative, and how to add a colleague', async () => {
  await show(session(26 * 3_600_000 + 200_000));
  const summary = badge().querySelector('summary')?.textContent;
  expect(summary).toContain('Premium Access');
  expect(summary).toContain('26 h 3 min');
  expect(summary).toMatch(
    /Prices until (Mon|Tue|Wed|Thu|Fri|Sat|Sun),? \d{1,2}:\d{2}\s[AP]M · Dana Whitfield/,
  );
  const colleague = [...badge().querySelectorAll('a')].find((link) => /colleague/.test(link.textContent));
  expect(colleague?.href).toMatch(/^mailto:dana@corvane\.example\?subject=/);
});

test('after access has ended, the badge says so and names the person to ask', async () => {
  await show({
    status: 'anonymous',
    endedAccess: { endedAt: inMs(-60_000), repName: 'Dana Whitfield', repEmail: 'dana@corvane.example' },
  });
  expect(badge().querySelector('summary')?.textContent).toContain('Access ended');
  expect(badge().textContent).toContain('Ask Dana Whitfield for a new link');
});

/** Regression: for 30 days, the next person at the browser read the name of the representative. */
test('after access has ended, the customer can have the browser forget it', async () => {
  const main = document.body.appendChild(document.createElement('main'));
  Object.assign(main, { id: 'main', tabIndex: -1 });
  localStorage.setItem(LAST_ACCESS_KEY, '{}');
  const endedAccess = { endedAt: null, repName: 'Dana Whitfield', repEmail: 'dana@corvane.example' };
  await show({ status: 'anonymous', endedAccess });
  const forget = badge().querySelector('button');
  expect(forget?.textContent).toBe('Forget me in this browser');
  await act(async () => forget?.click());
  expect(localStorage.getItem(LAST_ACCESS_KEY)).toBeNull();
  expect(document.activeElement).toBe(main);
  main.remove();
});

test('when the time is up, the server is asked', async () => {
  let asked = 0;
  await show(session(-1), () => {
    asked += 1;
  });
  expect(asked).toBe(1);
  // Regression: 'ended left'.
  expect(badge().querySelector('summary')?.textContent).not.toContain('left');
});

const CLOSERS: [string, () => void][] = [
  [
    'Escape',
    () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
  ],
  ['a press outside', () => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))],
];
test.each(CLOSERS)("%s closes the badge's details", async (_, close) => {
  await show(session(3_600_000));
  badge().open = true;
  badge()
    .querySelector('p')
    ?.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  expect(badge().open).toBe(true);
  close();
  expect(badge().open).toBe(false);
});
