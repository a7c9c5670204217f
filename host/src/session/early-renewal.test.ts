import { expect, test } from 'vitest';
import { earlyRenewal } from './early-renewal.ts';
import { CUSTOMER_SESSION_KEY, SALES_SESSION_KEY } from './session-storage.ts';
import { memoryStorage } from './session-store-fixture.ts';

const early = { sessionId: 'A' };
const page = { 'host:early-answer': early } as unknown as Window;
const rep = (sessionId: string) => ({ [SALES_SESSION_KEY]: { salesRepId: '1', sessionId, timestamp: 1 } });

test.each([
  ['is stored', rep('A'), early],
  ['was followed by another one, in another tab', rep('B'), undefined],
  ['has ended in another tab', {}, undefined],
  ["was followed by a customer's", { [CUSTOMER_SESSION_KEY]: { leadId: 'A', timestamp: 1 } }, undefined],
])('the early answer is taken as long as its session %s', (_, stored: Record<string, object>, taken) => {
  const storage = memoryStorage();
  for (const [key, note] of Object.entries(stored)) storage.setItem(key, JSON.stringify(note));
  expect(earlyRenewal(page, storage)).toBe(taken);
});

test('without an early answer there is none to take', () => {
  expect(earlyRenewal({} as Window, memoryStorage())).toBeUndefined();
});
