import { expect, test } from 'vitest';
import { callerOf } from './caller.ts';

const EDGE_SECRET = 'e'.repeat(32);
const ATTACKER = '198.51.100.66';

const from = (forwarded: string, trustedProxyHops = 1, secret: string | null = EDGE_SECRET) =>
  callerOf(
    new Request('https://x.example', {
      headers: {
        'x-forwarded-for': forwarded,
        ...(secret === null ? {} : { 'x-edge-secret': secret }),
      },
    }),
    { trustedProxyHops, edgeSecret: EDGE_SECRET },
  );

test.each([
  ['203.0.113.7', 1, '203.0.113.7', '203.0.113.7'],
  ['6.6.6.6, 203.0.113.7', 1, '203.0.113.7', '203.0.113.7'],
  ['6.6.6.6, 203.0.113.7, 10.0.0.1', 2, '203.0.113.7', '203.0.113.7'],
  ['203.0.113.7', 2, null, 'unknown'],
  ['', 1, null, 'unknown'],
  ['<script>', 1, null, 'unknown'],
  ['::ffff:203.0.113.7', 1, '203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', 1, '2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:0DB8:0001::6', 1, '2001:0DB8:0001::6', '2001:db8:1::/48'],
  ['::1', 1, '::1', '0:0:0::/48'],
])(
  'through the edge, %j with %i proxies is %s, counted as %s',
  async (forwarded, hops, ipAddress, network) => {
    expect(await from(forwarded, hops)).toMatchObject({ ipAddress, network });
  },
);

test.each([
  ["without the edge's secret", null],
  ['with a wrong one', 'x'.repeat(32)],
  ['with an empty one', ''],
])('a caller who bypasses the edge, %s, cannot choose the address that limits count', async (_, secret) => {
  for (const claimed of ['6.6.6.6', '7.7.7.7', '6.6.6.6, 7.7.7.7', '::1', '']) {
    const forwarded = (appended: string) => [claimed, appended].filter(Boolean).join(', ');
    // The edge is the only proxy. No proxy saw these callers, so all of them share one limit.
    expect(await from(claimed, 1, secret)).toMatchObject({ ipAddress: null, network: 'unknown' });
    // Two proxies, such as the edge and a hosted project's own. The latter recorded the caller's address.
    expect(await from(forwarded(ATTACKER), 2, secret)).toMatchObject({
      ipAddress: ATTACKER,
      network: ATTACKER,
    });
    expect(await from(forwarded(`${ATTACKER}, 10.0.0.1`), 3, secret)).toMatchObject({ network: ATTACKER });
  }
});
