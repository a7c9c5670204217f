import { expect, it } from 'vitest';
import { requestReference } from './request-reference.ts';

it('a reference is short enough for the phone, and the same for the same request', () => {
  expect(requestReference('5f0c1c1e-7a1d-4c0e-9b1f-2d3e4f5a6b7c')).toBe('5F0C-1C1E');
});
