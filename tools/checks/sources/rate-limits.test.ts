import { ATTEMPT_COUNTS_KEPT_DAYS } from '@corvane/shared/contracts/backend/terms';
import { expect, test } from 'vitest';
import * as exported from '../../../supabase/functions/api/request/rate-limit.ts';

/** A count that is deleted before its window ends would let its limit be passed. The privacy page says the same days. */
test('attempts are counted for as long as the longest limit looks back', () => {
  const windows = Object.values(exported).flatMap((value) =>
    'windowSeconds' in value ? [value.windowSeconds] : [],
  );
  expect(windows.length).toBeGreaterThan(1);
  expect(Math.max(...windows)).toBeLessThanOrEqual(ATTEMPT_COUNTS_KEPT_DAYS * 86_400);
});
