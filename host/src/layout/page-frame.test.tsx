import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PageFrame } from './page-frame.tsx';

const host = {
  brand: { name: 'Corvane' },
  Link: ({ to, children }) => <a href={to}>{children}</a>,
  location: { pathname: '/sales-portal', search: '', hash: '', state: null },
  session: {
    status: 'rep',
    rep: { id: '', name: 'Dana', email: '' },
    sessionId: '',
    sessionExpiresAt: '2026-11-22T08:00:00Z',
  },
  showPricing: true,
} as HostServices;

const drawn = (isTool: boolean, session: Partial<HostServices> = {}) =>
  renderToString(
    <PageFrame
      host={{ ...host, ...session }}
      isTool={isTool}
      hasPage={() => true}
      headerLinks={[]}
      hasWaitingLink={false}
      footerLinks={[]}
      year={2026}
      versions={{}}
    >
      page
    </PageFrame>,
  );

test('a tool has a slim frame: no pages for visitors, no second Logout, a short footer', () => {
  const slim = drawn(true);
  for (const text of ['Logout', 'Pricing', 'Partner Program', 'coming soon']) {
    expect(slim).not.toContain(text);
    expect(drawn(false)).toContain(text);
  }
  for (const text of ['Demo Mode', 'Terms', 'Privacy', 'All rights reserved']) {
    expect(slim).toContain(text);
  }
});

const ANONYMOUS: Partial<HostServices> = { session: { status: 'anonymous' }, showPricing: false };
const FORMER: Partial<HostServices> = {
  session: { status: 'anonymous', endedAccess: { repName: 'Dana' } } as HostServices['session'],
  showPricing: false,
};

test.each([
  ['a visitor', false, ANONYMOUS, true],
  ['a customer, whom a representative knows', false, FORMER, false],
  ['a representative, who gives it', false, {}, false],
  ['someone at a tool', true, ANONYMOUS, false],
])('the bar offers a demo to %s: %#', (_whom, isTool, session, isOffered) => {
  expect(drawn(isTool, session).includes('Book a Demo')).toBe(isOffered);
});
