import { expect, test } from 'vitest';
import type { Look } from '../look.ts';
import { CERTIFICATE } from './certificate.ts';

const DAY_MS = 86_400_000;

const saysWith = async (daysLeft: number) => {
  const certificate = {
    refusal: null,
    names: ['www.corvane.example'],
    validUntilMs: daysLeft * DAY_MS,
    protocol: 'TLSv1.3',
    hasHttp2: true,
  };
  const look = { isLocal: false, isOverTls: true, now: () => 0, certificate: async () => certificate };
  return (await CERTIFICATE.look(look as unknown as Look)).says;
};

test.each([
  [-2, 'it ended 2 days ago'],
  [-1, 'it ended 1 day ago'],
  [1, 'it ends in 1 day'],
  [2, 'it ends in 2 days'],
  [60, 'for www.corvane.example, 60 days left, TLSv1.3 and HTTP/2'],
])('of a certificate with %i days left, the doctor says: %s', async (daysLeft, says) => {
  expect(await saysWith(daysLeft)).toBe(says);
});
