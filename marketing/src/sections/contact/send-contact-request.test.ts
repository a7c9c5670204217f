import { contactResponseSchema } from '@corvane/shared/contracts/backend/contact';
import { expect, it } from 'vitest';
import { responseOf } from './send-contact-request.ts';

const GOOD = { contactRequestId: '5f0c1c1e-7a1d-4c0e-9b1f-2d3e4f5a6b7c', notified: false };

it('takes exactly the fields of the contract', () => {
  expect(responseOf({ ...GOOD, more: 1 })).toEqual(contactResponseSchema.parse(GOOD));
});

it.each([null, undefined, 'ok', [], {}, { contactRequestId: 7, notified: true }, { contactRequestId: 'x' }])(
  'does not take %j for an arrival',
  (answer) => {
    expect(() => responseOf(answer)).toThrow(TypeError);
  },
);
