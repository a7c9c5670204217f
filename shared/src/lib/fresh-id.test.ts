import { afterEach, expect, test, vi } from 'vitest';
import { freshId, freshKey, uuidOf } from './fresh-id.ts';

afterEach(() => vi.unstubAllGlobals());

/** Regression: on a page without TLS no person could be opened. */
test('ids are UUIDs and differ, also on a page without TLS', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const ids = Array.from({ length: 50 }, freshId);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set([...ids, freshKey()]).size).toBe(51);
  expect(freshKey()).toMatch(/^[0-9a-f]{32}$/);
});

test.each([
  [0x00, 4, '00000000-0000-4000-8000-000000000000'],
  [0xff, 4, 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
  [0xff, 8, 'ffffffff-ffff-8fff-bfff-ffffffffffff'],
] as const)('bytes of %s are a UUID of version %s', (byte, version, uuid) => {
  expect(uuidOf(new Uint8Array(32).fill(byte), version)).toBe(uuid);
});
