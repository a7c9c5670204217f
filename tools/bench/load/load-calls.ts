import { randomUUID } from 'node:crypto';
import type { LoadFixture } from './load-fixture.ts';
import type { OfferedRequest } from './offer-load.ts';

interface LoadKind {
  name: string;
  /** Longest p99 that counts as carried. */
  boundMs: number;
  /** Requests per second that the ramp begins with. */
  firstRate: number;
  /** What to do when this grows too large. */
  nextStep: string;
  request(): OfferedRequest;
}

const PAGES = ['/', '/pricing', '/features', '/about', '/contact'];
const COLLECTED = 'Run the functions on a second backend machine, behind the same gateway';
const DATABASE = 'Move PostgreSQL to a machine of its own, then give it more processors';

/** All kinds of requests that visitors and representatives make, each from callers of their own. */
export function loadKinds(
  { publishableKey, salesIds }: Pick<LoadFixture, 'publishableKey' | 'salesIds'>,
  sessionToken: string,
): LoadKind[] {
  let turn = 0;
  const next = () => {
    turn += 1;
    return turn;
  };
  const call = (path: string, body: unknown, token?: string): OfferedRequest => ({
    path,
    body: JSON.stringify(body),
    headers: {
      apikey: publishableKey,
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    address: addressOf(next()),
  });
  const procedure = (name: string, args: unknown) => call(`/rest/v1/rpc/${name}`, args, sessionToken);
  return [
    {
      name: 'Pages',
      boundMs: 100,
      firstRate: 200,
      nextStep: 'Add a web machine, or put a CDN in front',
      request: () => ({
        path: PAGES[next() % PAGES.length] ?? '/',
        body: null,
        headers: { 'Accept-Encoding': 'br' },
        address: addressOf(turn),
      }),
    },
    {
      name: 'Prices, signed in',
      boundMs: 500,
      firstRate: 20,
      nextStep: DATABASE,
      request: () => procedure('get_plan_prices', {}),
    },
    {
      name: "The portal's dashboard",
      boundMs: 500,
      firstRate: 10,
      nextStep: DATABASE,
      request: () => procedure('get_sales_dashboard', { filter: {} }),
    },
    {
      name: 'Site events',
      boundMs: 500,
      firstRate: 20,
      nextStep: COLLECTED,
      request: () =>
        call('/functions/v1/record-site-events', {
          compositionId: 'load',
          versions: { host: 'load', marketing: 'load' },
          path: '/pricing',
          events: [{ kind: 'web-vital', metric: 'LCP', value: 900 + (turn % 700) }],
        }),
    },
    {
      name: 'Sign-ins',
      boundMs: 500,
      firstRate: 10,
      nextStep: COLLECTED,
      request: () => call('/functions/v1/sign-in-rep', { salesId: salesIds[turn % salesIds.length] }),
    },
    {
      name: 'Contact requests',
      boundMs: 500,
      firstRate: 5,
      nextStep: 'Raise what the mail server takes first: each request sends two mails',
      request: () =>
        call('/functions/v1/submit-contact', {
          id: randomUUID(),
          name: 'Grace Hopper',
          email: `visitor-${turn}@visitors.example`,
          company: 'Compilers',
          message: 'Please call me about the platform.',
          consent: true,
          formOpenedMs: 20_000,
        }),
    },
  ];
}

/** A caller of their own for each number: limits count by address. */
function addressOf(turn: number): string {
  return `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`;
}
