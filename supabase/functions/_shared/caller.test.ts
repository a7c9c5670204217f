import { expect, test } from 'vitest';
import { callerOf } from './caller.ts';

const from = (forwarded: string, hops = 1) =>
  callerOf(new Request('https://x.example', { headers: { 'x-forwarded-for': forwarded } }), hops);

test.each([
  ['203.0.113.7', 1, '203.0.113.7', '203.0.113.7'],
  ['6.6.6.6, 203.0.113.7', 1, '203.0.113.7', '203.0.113.7'],
  ['6.6.6.6, 203.0.113.7, 10.0.0.1', 2, '203.0.113.7', '203.0.113.7'],
  ['203.0.113.7', 2, null, 'unknown'],
  ['', 1, null, 'unknown'],
  ['<script>', 1, null, 'unknown'],
  ['::ffff:203.0.113.7', 1, '203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', 1, '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001::6', 1, '2001:0DB8:0001::6', '2001:db8:1:0::/64'],
  ['::1', 1, '::1', '0:0:0:0::/64'],
])('%j with %i proxies is %s, counted as %s', (forwarded, hops, ipAddress, network) => {
  expect(from(forwarded, hops)).toMatchObject({ ipAddress, network });
});
