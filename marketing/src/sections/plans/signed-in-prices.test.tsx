// @vitest-environment happy-dom
import { ApiError } from '@corvane/shared/contracts/remote/api-error';
import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { OwnerRoot } from '@corvane/shared/ui/owner-root';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { PLANS_CONTENT } from '../../content/plans.ts';
import { OPEN_QUOTE, PRICE_PREVIEW } from '../../content/signed-in-prices.ts';
import { HostProvider } from '../../host-context.tsx';
import type { PricePreview } from './plan-choice.ts';
import { PlansSection } from './plans-section.tsx';
import { PreviewNote } from './signed-in-prices.tsx';

const HOST = { Link: () => null } as unknown as HostServices;
const DRAFT = { slug: 'moonshot', monthlyCents: 3, annualCents: 2, activationCents: 1 };

afterEach(() => document.body.replaceChildren());

test.each<[PricePreview['draft'], boolean, string]>([
  [null, false, PRICE_PREVIEW.description],
  [DRAFT, false, PRICE_PREVIEW.draft],
  ['invalid', false, PRICE_PREVIEW.invalid],
  ['invalid', true, PRICE_PREVIEW.refused],
])('with the price %j, and refused: %j, the note says: %s', async (draft, hasFailed, words) => {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <HostProvider value={HOST}>
        <PreviewNote preview={{ at: '2026-12-01T14:00:00Z', draft }} hasFailed={hasFailed} />
      </HostProvider>,
    ),
  );
  expect(place.querySelector('p + p')?.textContent).toBe(words);
  await act(async () => root.unmount());
});

const READOUTS = ['foundation-plus', 'accelerate-pro', 'moonshot'].map((productSlug) => ({
  productSlug,
  monthlyCents: 123_450,
  annualCents: 1_111_050,
  activationCents: 7_700,
}));

const customer = (sessionId: string) => ({
  session: {
    status: 'customer',
    sessionId,
    sessionExpiresAt: '2099-01-01T00:00:00Z',
    customer: { repName: 'Dana', repEmail: 'dana@corvane.example' },
  },
  showPricing: true,
});

/** A page with the plans, for one host after another. */
async function showPlans() {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const rpc = vi.fn<() => Promise<unknown>>().mockResolvedValue(READOUTS);
  const navigate = vi.fn();
  const track = vi.fn();
  const common = {
    api: { rpc },
    location: { pathname: '/pricing', search: '?a=1', hash: '', state: null },
    navigate,
    track,
    Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
  };
  const as = (host: object) =>
    act(async () =>
      root.render(
        <OwnerRoot owner="marketing">
          <HostProvider value={{ ...common, ...host } as unknown as HostServices}>
            <PlansSection className="" />
          </HostProvider>
        </OwnerRoot>,
      ),
    );
  const text = () => place.textContent ?? '';
  return { rpc, navigate, track, place, as, text, unmount: () => act(async () => root.unmount()) };
}

const PRICE = '$1,234.50/month';
const ANONYMOUS = { session: { status: 'anonymous' }, showPricing: false };

/** Regression: a customer who had chosen annual prices asked about the plan alone. */
test('the question to the representative carries the billing once it is chosen', async () => {
  const { as, place, text, unmount } = await showPlans();
  const askLink = () => place.querySelector('a[href*="tier=Moonshot"]')?.getAttribute('href');
  await as(customer('first'));
  await act(() => expect.poll(text).toContain('Ask Dana about Moonshot'));
  expect(askLink()).toBe('/contact?source=pricing&tier=Moonshot');
  await as({ ...customer('first'), location: { pathname: '/pricing', search: '?billing=annual', hash: '' } });
  expect(askLink()).toBe('/contact?source=pricing&tier=Moonshot&billing=annual');
  await unmount();
});

test('prices appear in the place of the locks at sign-in, and leave with the session and its answers', async () => {
  const { rpc, track, place, as, text, unmount } = await showPlans();
  await as(ANONYMOUS);
  expect(text()).toContain(PLANS_CONTENT.hidden.plan);
  expect(track).not.toHaveBeenCalled();
  const heading = place.querySelector('h3');
  await as(customer('first'));
  await act(() => expect.poll(text).toContain(PRICE));
  expect(text()).not.toContain(PLANS_CONTENT.hidden.plan);
  expect(place.querySelector('h3')).toBe(heading);
  // Whom to ask is read before the plans, and the sight of prices is counted.
  expect(text().indexOf('Dana')).toBeLessThan(text().indexOf(PLANS_CONTENT.plans[0]?.name ?? ''));
  expect(track).toHaveBeenCalledTimes(1);
  expect(text()).toContain('Ask Dana about Moonshot');
  expect(place.querySelector('[aria-busy]')?.getAttribute('aria-busy')).toBe('false');

  await as(ANONYMOUS);
  expect(text()).not.toContain('$');
  expect(text()).not.toContain('Ask Dana');
  rpc.mockReturnValue(new Promise(() => {}));
  await as(customer('first'));
  expect(text()).not.toContain('$');
  expect(place.querySelector('[aria-busy]')?.getAttribute('aria-busy')).toBe('true');
  await unmount();
});

test('a representative switches the period and points out a plan in the address', async () => {
  const { navigate, place, as, text, unmount } = await showPlans();
  await as({ session: { status: 'rep', sessionId: 'rep', rep: {} }, showPricing: true });
  await act(() => expect.poll(text).toContain(PRICE));
  const named = (name: string) =>
    [...place.querySelectorAll('button')].find((one) => one.textContent === name);
  const press = (name: string) => act(async () => named(name)?.click());
  expect(named('Moonshot')?.getAttribute('aria-pressed')).toBe('false');
  await press('Annual');
  await press('Moonshot');
  expect(navigate.mock.calls).toEqual([
    ['/pricing?a=1&billing=annual', { replace: true }],
    ['/pricing?a=1&plan=moonshot', { replace: true }],
  ]);
  await unmount();
});

test('a customer opens a quote in the address, chooses how it is billed, and closes it', async () => {
  const { navigate, place, as, text, unmount } = await showPlans();
  const at = (search: string) => ({ location: { pathname: '/pricing', search, hash: '', state: null } });
  const invoke = vi.fn().mockReturnValue(new Promise(() => {}));
  const signedIn = { ...customer('quoted'), api: { rpc: async () => READOUTS, invoke } };
  await as(signedIn);
  await act(() => expect.poll(text).toContain(PRICE));
  const openers = [...place.querySelectorAll('button')].filter(({ textContent }) =>
    textContent?.startsWith(OPEN_QUOTE.label),
  );
  // Enterprise has no price of its own.
  expect(openers.map(({ textContent }) => textContent)).toEqual([
    'Print a quote for Foundation+',
    'Print a quote for Accelerate Pro',
    'Print a quote for Moonshot',
  ]);
  await act(async () => openers[2]?.click());
  expect(navigate).toHaveBeenLastCalledWith('/pricing?a=1&quote=moonshot', { replace: false });

  await as({ ...signedIn, ...at('?a=1&quote=moonshot') });
  const dialog = () => document.querySelector('[role=dialog]');
  await act(() => import('./quote-dialog.tsx'));
  expect(dialog()).not.toBeNull();
  expect(invoke.mock.calls.map(([name, body]) => [name, body])).toEqual([
    ['make-quote', { plan: 'moonshot', billing: 'monthly' }],
  ]);
  const press = (words: RegExp) =>
    act(async () =>
      [...(dialog()?.querySelectorAll('button') ?? [])]
        .find((one) => words.test(one.getAttribute('aria-label') ?? one.textContent ?? ''))
        ?.click(),
    );
  await press(/^Annual$/);
  expect(navigate).toHaveBeenLastCalledWith('/pricing?a=1&billing=annual&quote=moonshot', { replace: true });
  await press(/^Close$/);
  expect(navigate).toHaveBeenLastCalledWith('/pricing?a=1', { replace: true });

  // The figure that was chosen comes first, and the other one after it.
  await as({ ...signedIn, ...at('?billing=annual') });
  expect(text()).toMatch(/\$11,110\.50\/year.*or \$1,234\.50\/month/);

  await as({ ...ANONYMOUS, ...at('?a=1&quote=moonshot') });
  expect([dialog(), text().includes('$')]).toEqual([null, false]);
  await as({
    session: { status: 'rep', sessionId: 'rep', rep: {} },
    showPricing: true,
    ...at('?quote=moonshot'),
  });
  await act(() => expect.poll(text).toContain(PRICE));
  expect([dialog(), text().includes(OPEN_QUOTE.label)]).toEqual([null, false]);
  await unmount();
});

/** Regression: the gate of a release took it for an error of the page. */
test('an end of the session while prices load is not logged, and the host looks whether it is over', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const checkSession = vi.fn();
  const { rpc, as, unmount } = await showPlans();
  rpc.mockRejectedValue(new ApiError('unauthenticated', 'unauthenticated'));
  await as({ ...customer('without'), checkSession });
  await act(() => expect.poll(() => checkSession.mock.calls.length).toBe(1));
  expect(logged).not.toHaveBeenCalled();
  await unmount();
  logged.mockRestore();
});

test('a failure is logged, and the host looks whether the session is over', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const checkSession = vi.fn();
  const { rpc, as, text, unmount } = await showPlans();
  rpc.mockResolvedValue([]);
  await as({ ...customer('without'), checkSession });
  await act(() => expect.poll(text).toContain(PLANS_CONTENT.failure.title));
  expect(logged).toHaveBeenCalledWith('Prices are unavailable:', 'the server sent none');
  expect(checkSession).toHaveBeenCalled();
  await unmount();
  logged.mockRestore();
});
