import { expect, test } from 'vitest';
import { uuidOf } from './uuid-of.ts';

test.each([
  [0x00, 4, '00000000-0000-4000-8000-000000000000'],
  [0xff, 4, 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
  [0xff, 8, 'ffffffff-ffff-8fff-bfff-ffffffffffff'],
] as const)('bytes of %s are a UUID of version %s', (byte, version, uuid) => {
  expect(uuidOf(new Uint8Array(32).fill(byte), version)).toBe(uuid);
});
