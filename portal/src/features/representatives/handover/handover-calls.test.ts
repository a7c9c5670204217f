import { expect, test, vi } from 'vitest';
import { amountWords, changedWords, keptWords, undoWords } from './handover-calls.ts';

test.each([
  [2, 1, '2 customers and 1 open request'],
  [1, 0, '1 customer'],
  [0, 2, '2 open requests'],
  [0, 0, '0 customers'],
])('%i customers and %i requests are "%s"', (customers, requests, words) => {
  expect(amountWords(customers, requests)).toBe(words);
});

const KEPT = { kind: 'customer', id: 'x', name: 'Ada', with: 'Robin', did: [] as string[] } as const;

test('each reason for an item to stay is a sentence, even without a name', () => {
  expect(keptWords({ ...KEPT, reason: 'handed_on' })).toBe('Ada was given to Robin since.');
  expect(keptWords({ ...KEPT, reason: 'new_link' })).toBe('Ada got another link from Robin since.');
  expect(keptWords({ ...KEPT, kind: 'request', reason: 'worked_on' })).toBe(
    'Ada: Robin worked on the request since.',
  );
  expect(keptWords({ ...KEPT, reason: 'worked_on', did: ['note', 'link_extended'] })).toBe(
    'Ada: Robin changed their note and extended the link since.',
  );
  expect(keptWords({ ...KEPT, reason: 'worked_on', did: ['of a newer database'] })).toBe(
    'Ada: Robin worked on the customer since.',
  );
  expect(keptWords({ ...KEPT, with: null, reason: 'handed_on' })).toBe('Ada was given to no one since.');
  expect(keptWords({ ...KEPT, with: null, reason: 'new_link' })).toBe(
    'Ada got another link from someone else since.',
  );
  expect(keptWords({ ...KEPT, with: null, reason: 'worked_on' })).toBe(
    'Ada: someone worked on the customer since.',
  );
  expect(keptWords({ ...KEPT, name: null, with: null, reason: 'erased' })).toBe(
    'A customer was erased since.',
  );
});

test('changes are named, or the new counts are shown', () => {
  expect(changedWords({ outcome: 'changed', missing: [], customers: 1, requests: 0 })).toContain(
    'There is 1 customer now.',
  );
  expect(changedWords({ outcome: 'changed', missing: [] })).toContain('There are 0 customers now.');
  expect(changedWords({ outcome: 'changed', missing: [KEPT, { ...KEPT, name: null, with: null }] })).toBe(
    'No longer there to hand over: Ada (now with Robin), a customer that is gone. Nothing was handed over.',
  );
});

test('the end of the time to undo has its hour in the next year', () => {
  vi.stubEnv('TZ', 'UTC').useFakeTimers({ now: new Date('2026-12-31T10:00:00Z') });
  expect(undoWords('2027-01-01T09:05:00Z').replace('\u202f', ' ')).toBe(
    ' You can undo it until Jan 1, 2027, 9:05 AM.',
  );
  vi.useRealTimers().unstubAllEnvs();
});
