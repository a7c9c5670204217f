import { expect, test } from 'vitest';
import { tokenLifeMs } from './token-life.ts';

const jwt = (claims: unknown) =>
  `e30.${btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.c2ln`;

test('a token lives from its signing to its expiry, whatever else it contains', () => {
  expect(tokenLifeMs(jwt({ iat: 1_000, exp: 1_600, name: '>>>???~~~' }))).toBe(600_000);
});

test.each(['', 'jwt-1', 'a.b.c', 'e30.!.x', jwt(null), jwt({ exp: 1_600 }), jwt({ iat: '1', exp: 2 })])(
  'a token that does not say how long it lives: %s',
  (token) => {
    expect(tokenLifeMs(token)).toBeNull();
  },
);
