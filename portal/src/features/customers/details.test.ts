import { TIMELINE_EVENTS } from '@corvane/shared/contracts/backend/customers/customer-timeline';
import { expect, test, vi } from 'vitest';
import { timelineWords } from './details.tsx';

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
  quote: null,
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

test('a quote says what was offered, at which price, until which day, and how the customer calls it', () => {
  const offer = {
    ...{ planName: 'Moonshot', validUntil: '2027-01-05' },
    ...{ monthlyCents: 123_450, annualCents: 1_111_000, activationCents: 7_700 },
  };
  const id = '5f0c1c1e-7a1d-4c0e-9b1f-2d3e4f5a6b7c';
  expect(timelineWords({ ...line('quote_made'), id, quote: offer }, 'Ana Diaz')).toBe(
    'Ana Diaz was quoted Moonshot for $1,234.50 a month or $11,110 a year, until Jan 5, 2027 (quote 5F0C-1C1E)',
  );
});

test('the end of a link in the next year has its hour', () => {
  vi.stubEnv('TZ', 'UTC').useFakeTimers({ now: new Date('2026-12-31T10:00:00Z') });
  const extended = { ...line('link_extended', 'you'), expiresAt: '2027-01-02T09:05:00Z' };
  expect(timelineWords(extended, 'Ana Diaz').replace('\u202f', ' ')).toBe(
    'You extended access, valid until Jan 2, 2027, 9:05 AM',
  );
  vi.useRealTimers().unstubAllEnvs();
});
