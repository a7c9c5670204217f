import { expect, test } from 'vitest';
import { parseOverride } from './override.ts';

test('an override names a version, or a server of the own machine', () => {
  expect(parseOverride('marketing@0123456789ab')?.to).toEqual({ version: '0123456789ab' });
  for (const origin of ['http://localhost:5173', 'http://127.0.0.1:80', 'http://[::1]:5173'])
    expect(parseOverride(`marketing@${origin}`)?.to).toEqual({ origin });
});

test.each([
  'http://localhost:5173.evil.example',
  'http://localhost:5173/path',
  'http://localhost:517312',
  'http://localhost.evil.example:5173',
  'http://localhost:1@evil.example',
  'http://10.0.0.1:5173',
  'constructor',
  'https://localhost:5173',
  '0123456789ab0',
  '0123456789a',
  '',
])('an override does not name %j', (to) => {
  expect(parseOverride(`marketing@${to}`)).toBeNull();
});
