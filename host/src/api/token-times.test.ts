import { expect, test } from 'vitest';
import { tokenTimes } from './read-grant.ts';

const jwt = (claims: unknown) =>
  `e30.${btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.c2ln`;

test('a token is valid from its signing to its expiry, with any other content', () => {
  expect(tokenTimes(jwt({ iat: 1_000, exp: 1_600, name: '>>>???~~~' }))).toEqual({
    issuedAtMs: 1_000_000,
    lifeMs: 600_000,
  });
});

test.each(['', 'jwt-1', 'a.b.c', 'e30.!.x', jwt(null), jwt({ exp: 1_600 }), jwt({ iat: '1', exp: 2 })])(
  'a token without a lifetime has no times: %s',
  (token) => {
    expect(tokenTimes(token)).toBeNull();
  },
);
