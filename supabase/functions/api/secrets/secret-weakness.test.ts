import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { secretWeakness } from './secret-weakness.ts';

const jwt = (payload: object) =>
  [{ alg: 'HS256', typ: 'JWT' }, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .concat(randomBytes(32).toString('base64url'))
    .join('.');

test.each([
  ['super-secret-jwt-token-with-at-least-32-characters-long', 'published'],
  ['your-super-secret-jwt-token-with-at-least-32-characters-long', 'published'],
  ['sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz', 'published'],
  ['sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH', 'published'],
  [jwt({ role: 'service_role', iss: 'supabase-demo', exp: 1_983_812_996 }), 'published'],
  [`changeme-${randomUUID()}`, 'placeholder'],
  [`CHANGE_ME_${randomUUID()}`, 'placeholder'],
  [`your-secret-here-${randomUUID()}`, 'placeholder'],
  [`dummy-${randomUUID()}`, 'placeholder'],
  [`your-256-bit-secret-${randomUUID()}`, 'placeholder'],
  [`<32 random characters or more, made once>`, 'placeholder'],
  [`${randomUUID()}...`, 'placeholder'],
  [`what-the-mail-server-gave-you-${randomUUID()}`, 'placeholder'],
  ['', '32 characters'],
  ['changeme', 'placeholder'],
  [randomBytes(23).toString('base64url'), '32 characters'],
  ['x'.repeat(64), 'vary'],
  ['ab'.repeat(32), 'vary'],
  ['0123456789abcdef'.repeat(4), 'vary'],
  ['q8Xz2LpWq8Xz2LpWq8Xz2LpWq8Xz2LpW', 'vary'],
  ['q8Xz2LpWv5Nk7RtYq8Xz2LpWv5Nk7RtY', 'vary'],
  ['abcdefghijklmnopqrstuvwxyz0123456789', 'vary'],
  ['11111111111111111111111111111112', 'vary'],
])('%j is refused', (secret, why) => {
  const weakness = secretWeakness(secret);
  expect(weakness).toContain(why);
  if (secret !== '') expect(weakness).not.toContain(secret);
});

test('no machine-made secret is refused', () => {
  // The same bytes in every run: one secret in some hundred thousand contains a word of placeholders by chance.
  let drawn = 0;
  const bytes = (outputLength: number) =>
    createHash('shake256', { outputLength }).update(String(drawn++)).digest();
  for (let i = 0; i < 2_000; i++) {
    const made = [
      bytes(48).toString('base64'),
      bytes(32).toString('hex'),
      bytes(16).toString('hex'),
      bytes(24).toString('base64url'),
      `sb_secret_${bytes(23).toString('base64url')}`,
    ];
    for (const secret of made) expect([secret, secretWeakness(secret)]).toEqual([secret, null]);
  }
  for (const made of [
    'dk2vYouR_Qz81nBx7T-mL4wKe9hSaJc0pRfGu6iZoXt',
    'q7DuMmYw_3kRz81nBx7T-mL4wKe9hSaJc0pRfGu6iZo',
  ])
    expect(secretWeakness(made)).toBeNull();
  expect(secretWeakness(randomUUID())).toBeNull();
  expect(secretWeakness(jwt({ role: 'service_role', iss: 'supabase', exp: 1_983_812_996 }))).toBeNull();
});
