// @vitest-environment happy-dom
import { promiseOf } from '@corvane/shared/brand/contact-promises';
import { ApiError } from '@corvane/shared/contracts/remote/api-error';
import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { OwnerRoot } from '@corvane/shared/ui/owner-root';
import { QueryClient } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { QUOTE } from '../../content/quote.ts';
import { HostProvider } from '../../host-context.tsx';
import QuoteDialog from './quote-dialog.tsx';

const ANSWER = {
  id: '5f0c1c1e-7a1d-4c0e-9b1f-2d3e4f5a6b7c',
  madeAt: '2026-11-29T02:00:00.123456+00:00',
  planName: 'Moonshot',
  ...{ monthlyCents: 400_000, annualCents: 3_996_000, activationCents: 62_500 },
  validUntil: '2026-12-29',
  features: [{ name: 'Data Enrichments', limit: '10' }],
};
const CUSTOMER = {
  ...{ id: 'c', name: 'Ada Lovelace', email: 'ada@engine.example', company: 'Engines' },
  ...{ repName: 'Dana Whitfield', repEmail: 'dana@corvane.example' },
};

const Link = ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>;
const invoke = vi.fn<HostServices['api']['invoke']>();
const onClose = vi.fn();
const print = vi.fn();
let root: Root;

beforeEach(() => {
  vi.stubGlobal('print', print);
  invoke.mockReset();
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

/** Shows the dialog until the server has answered. @returns what is in it */
async function shown(props: Partial<Parameters<typeof QuoteDialog>[0]> = {}): Promise<HTMLElement> {
  await act(async () =>
    root.render(
      <OwnerRoot owner="marketing">
        <HostProvider value={{ api: { invoke }, Link } as unknown as HostServices}>
          <QuoteDialog
            {...{ client: new QueryClient(), plan: 'moonshot', billing: 'annual', customer: CUSTOMER }}
            {...{ toggle: <b>toggle</b>, onClose, ...props }}
          />
        </HostProvider>
      </OwnerRoot>,
    ),
  );
  const dialog = document.querySelector<HTMLElement>('[role=dialog]') ?? expect.fail('no dialog');
  await act(() => expect.poll(() => dialog.querySelector('[aria-busy]')).toBeNull());
  return dialog;
}

const textOf = (dialog: HTMLElement) => dialog.textContent ?? '';
const buttonOf = (dialog: HTMLElement, name: string) =>
  [...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === name);

test('a quote says who offers what to whom, for how much, until when, and whom to write to', async () => {
  invoke.mockResolvedValue(ANSWER);
  const dialog = await shown();
  expect(invoke.mock.calls.map(([name, body]) => [name, body])).toEqual([
    ['make-quote', { plan: 'moonshot', billing: 'annual' }],
  ]);
  expect(dialog.querySelector('h2')?.textContent).toBe('Quote 5F0C-1C1E');
  for (const said of [
    ...['Corvane', 'Ada Lovelace', 'Engines', 'ada@engine.example', 'Nov 29, 2026', 'Dec 29, 2026'],
    ...['Moonshot', 'Data Enrichments10', 'Dana Whitfield'],
    ...['Billed annually', '$39,960 a year', 'First year in total', '$40,585'],
    'Billed monthly instead: $4,000 a month, $48,625 in the first year.',
    'write to your representative by Dec 29, 2026',
  ]) {
    expect(textOf(dialog)).toContain(said);
  }
  expect(dialog.querySelector('a')?.href).toBe('mailto:dana@corvane.example?subject=Quote%205F0C-1C1E');
  await act(async () => buttonOf(dialog, QUOTE.print)?.click());
  expect(print).toHaveBeenCalledOnce();
});

/** Regression: the only next step was a mail, which no list of requests holds. */
test('from a quote, one press leads to a request about its plan and billing', async () => {
  invoke.mockResolvedValue(ANSWER);
  const dialog = await shown();
  const next = [...dialog.querySelectorAll('a')].find(
    ({ textContent }) => textContent === promiseOf('quote'),
  );
  expect(next?.getAttribute('href')).toBe('/contact?source=quote&tier=Moonshot&billing=annual');
});

test('the day of a quote is that of UTC, as its last one, and the sheet says so', async () => {
  invoke.mockResolvedValue({ ...ANSWER, madeAt: '2026-11-30T00:30:00+01:00' });
  const text = textOf(await shown());
  expect(text).toContain('DateNov 29, 2026');
  expect(text).toContain('days are in UTC');
});

/** Regression: each billing was a quote of its own, and a mail to the representative. */
test('billed monthly, the other period is the annual one, and it is the same quote', async () => {
  invoke.mockResolvedValue(ANSWER);
  const client = new QueryClient();
  await shown({ client });
  const text = textOf(await shown({ client, billing: 'monthly' }));
  expect(invoke).toHaveBeenCalledOnce();
  expect(text).toContain('Billed monthly$4,000 a month');
  expect(text).toContain('Billed annually instead: $39,960 a year, $40,585 in the first year.');
});

/** A browser may translate the page, and a name may be written from right to left or have no space. */
test('a name keeps its letters, its direction and its place, and a missing one leaves no gap', async () => {
  invoke.mockResolvedValue(ANSWER);
  const name = 'عبد الرحمن'.repeat(8);
  const dialog = await shown({ customer: { ...CUSTOMER, name, company: '', repName: CUSTOMER.repEmail } });
  const names = [...dialog.querySelectorAll('bdi')];
  expect(names.map(({ textContent }) => textContent)).toEqual([name, '', CUSTOMER.email]);
  expect(
    names.every((one) => one.getAttribute('translate') === 'no' && one.className.includes('wrap-anywhere')),
  ).toBe(true);
  expect(textOf(dialog).match(/dana@corvane\.example/g)).toHaveLength(1);
});

test('a plan without a price is not tried again, and says what to do', async () => {
  invoke.mockRejectedValue(new ApiError('not_found', 'There is no price to quote for this plan.'));
  const dialog = await shown({ plan: 'enterprise' });
  expect(textOf(dialog)).toContain(QUOTE.unpriced.title);
  expect(invoke).toHaveBeenCalledOnce();
  expect(buttonOf(dialog, 'Try again')).toBeUndefined();
  expect(buttonOf(dialog, QUOTE.print)).toBeUndefined();
});

test('without a connection it says so, and asks again on a press', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  invoke.mockRejectedValueOnce(new ApiError('network', 'no answer')).mockResolvedValue(ANSWER);
  const dialog = await shown();
  expect(textOf(dialog)).toContain(QUOTE.failed.title);
  await act(async () => buttonOf(dialog, 'Try again')?.click());
  await act(() => expect.poll(() => textOf(dialog)).toContain('5F0C-1C1E'));
});
