import { expect, test } from 'vitest';
import {
  salesRepSchema,
  sessionGrantSchema,
  signInCustomerRequestSchema,
  signInRepRequestSchema,
} from './auth.ts';

const id = '0198c0de-0000-4000-8000-000000000001';
const email = 'dana@corvane.example';

test.each(['', '  '])('a representative whose name is %j is shown as the email address', (name) => {
  expect(salesRepSchema.parse({ id, name, email }).name).toBe(email);
  const { actor } = sessionGrantSchema.parse({
    sessionToken: 't',
    expiresAt: '2026-11-22T12:00:00Z',
    sessionId: id,
    sessionExpiresAt: '2026-11-24T12:00:00Z',
    actor: {
      kind: 'customer',
      customer: { id, name: '', email: 'ada@customer.example', company: '', repName: name, repEmail: email },
    },
  });
  expect(actor).toMatchObject({ customer: { name: '', repName: email } });
});

test('a name in any script stays as it is', () => {
  const name = '王 小明 · Ωμέγα · محمد';
  expect(salesRepSchema.parse({ id, name, email }).name).toBe(name);
});

/** A tab may name a zone that the server does not know. Its person signs in all the same. */
test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['Mars/Olympus', undefined],
  ['UTC'.padEnd(65, '/'), undefined],
  ['', undefined],
  [null, undefined],
  [7, undefined],
])('the time zone %j is read as %j', (sent, timeZone) => {
  expect(signInRepRequestSchema.parse({ salesId: 'SR', timeZone: sent })).toEqual({
    salesId: 'SR',
    timeZone,
  });
  expect(signInCustomerRequestSchema.parse({ token: 't', timeZone: sent }).timeZone).toBe(timeZone);
});
