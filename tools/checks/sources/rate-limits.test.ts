import { ATTEMPT_COUNTS_KEPT_DAYS, ATTEMPT_LIMITS } from '@corvane/shared/contracts/backend/terms';
import { expect, test } from 'vitest';

/** A count that is deleted before its window ends would let its limit be passed. The privacy page says the same days. */
test('attempts are counted for as long as the longest limit looks back', () => {
  const windows = Object.values(ATTEMPT_LIMITS).map(({ windowSeconds }) => windowSeconds);
  expect(windows.length).toBeGreaterThan(1);
  expect(Math.max(...windows)).toBeLessThanOrEqual(ATTEMPT_COUNTS_KEPT_DAYS * 86_400);
});
