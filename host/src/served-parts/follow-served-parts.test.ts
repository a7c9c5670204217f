// @vitest-environment happy-dom

import { SERVED_PARTS_EVENT } from '@corvane/shared/contracts/remote/served-parts';
import { expect, test, vi } from 'vitest';
import { connectToaster } from '../toasts/toast.tsx';
import { followServedParts, SERVED_PARTS_KEY } from './follow-served-parts.ts';

vi.mock('./served-parts.ts', () => {
  throw new Error('offline');
});

/** Regression: offline, the switch was on, and nothing showed and nothing was said. */
test('a choice whose code does not arrive is told, and one of an earlier page is not', async () => {
  const told: (string | undefined)[] = [];
  connectToaster({ show: ({ description }) => told.push(description) });
  localStorage.setItem(SERVED_PARTS_KEY, '1');
  followServedParts();
  document.dispatchEvent(new CustomEvent(SERVED_PARTS_EVENT, { detail: true }));
  await expect.poll(() => told).toHaveLength(1);
  expect(told).toEqual(['The versions could not be loaded. Turn them off and on again to retry.']);
});
