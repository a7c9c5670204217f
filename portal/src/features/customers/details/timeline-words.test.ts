import { TIMELINE_EVENTS } from '@corvane/shared/contracts/backend/customer-timeline';
import { expect, test } from 'vitest';
import { timelineWords } from './timeline-words.ts';

const line = (
  event: (typeof TIMELINE_EVENTS)[number],
  by: 'you' | 'customer' | 'colleague' | 'system' = 'customer',
) => ({
  id: 'x',
  occurredAt: '2026-11-21T09:00:00Z',
  event,
  by,
  expiresAt: null,
  reason: null,
});

test('every event has its own words', () => {
  const words = TIMELINE_EVENTS.map((event) => timelineWords(line(event), 'Ana Diaz'));
  expect(new Set(words).size).toBe(TIMELINE_EVENTS.length);
});

test('a line names the person who acted, and calls an earlier representative a colleague', () => {
  expect(timelineWords(line('link_revoked', 'you'), 'Ana Diaz')).toBe('You revoked access');
  expect(timelineWords(line('code_sent', 'colleague'), 'Ana Diaz')).toBe(
    'A colleague sent a verification code',
  );
  expect(timelineWords(line('signed_out', 'system'), 'Ana Diaz')).toBe('Ana Diaz was signed out');
});
