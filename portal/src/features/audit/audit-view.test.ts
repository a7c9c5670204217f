import { expect, test } from 'vitest';
import { searchWith } from '../../lib/search-with.ts';
import { auditViewChange, auditViewOf, foldedFilterCount, isChosen, WHOLE_TRAIL } from './audit-view.ts';

const CHOSEN = {
  person: '00000000-0000-4000-8000-0000000000d1',
  event: 'link_revoked',
  from: '2026-11-01',
  to: '2026-11-30',
} as const;

test('the address preserves every choice', () => {
  const search = searchWith('?tab=audit', auditViewChange(CHOSEN));
  expect(auditViewOf(search)).toEqual(CHOSEN);
  expect(searchWith(search, auditViewChange(WHOLE_TRAIL))).toBe('?tab=audit');
  expect([isChosen(CHOSEN), foldedFilterCount(CHOSEN), isChosen(WHOLE_TRAIL)]).toEqual([true, 3, false]);
});

test('an address with invalid parameters shows the whole trail', () => {
  expect(auditViewOf('?who=grace@moss.example&event=moon_landed&since=yesterday&until=2026-02-30')).toEqual(
    WHOLE_TRAIL,
  );
});
