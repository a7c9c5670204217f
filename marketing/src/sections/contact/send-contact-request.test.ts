import {
  type ContactRequest,
  contactResponseSchema,
} from '@corvane/shared/contracts/backend/contact/contact';
import { expect, it, vi } from 'vitest';
import { responseOf, sendContactRequest } from './send-contact-request.ts';

const GOOD = { contactRequestId: '5f0c1c1e-7a1d-4c0e-9b1f-2d3e4f5a6b7c', notified: false };

it('accepts exactly the fields of the contract', () => {
  expect(responseOf({ ...GOOD, more: 1 })).toEqual(contactResponseSchema.parse(GOOD));
});

it.each([null, undefined, 'ok', [], {}, { contactRequestId: 7, notified: true }, { contactRequestId: 'x' }])(
  'does not accept %j as a confirmation',
  (answer) => {
    expect(() => responseOf(answer)).toThrow(TypeError);
  },
);

it('logs an invalid answer, without the request or the answer', async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const api = { rpc: vi.fn(), invoke: async () => ({ echo: 'ada@acme.example' }) };
  const request = { email: 'ada@acme.example' } as ContactRequest;
  await expect(sendContactRequest(api, request)).rejects.toThrow(TypeError);
  expect(logged.mock.calls).toEqual([['The answer for submit-contact is invalid']]);
  logged.mockRestore();
});
