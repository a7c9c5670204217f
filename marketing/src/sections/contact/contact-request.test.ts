import {
  type ContactRequest,
  contactResponseSchema,
} from '@corvane/shared/contracts/backend/contact/contact';
import { ApiError } from '@corvane/shared/contracts/remote/api-error';
import { describe, expect, it, vi } from 'vitest';
import { CONTACT_FORM } from '../../content/contact/contact-form.ts';
import { describeContactFailure, readFirstVisit, responseOf, sendContactRequest } from './contact-request.ts';

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

const { page, dialog } = CONTACT_FORM.toasts;

describe('a contact request that failed', () => {
  it("shows the server's message, with its code and the id that finds it in the log", () => {
    const error = new ApiError('unavailable', 'The database is restarting', { correlationId: 'c-1' });
    expect(describeContactFailure(error, page)).toMatchObject({
      text: 'Error saving submission: The database is restarting (unavailable)',
      correlationId: 'c-1',
      toast: { title: 'Form submission failed', description: 'The database is restarting' },
    });
  });

  it('has different words in the dialog', () => {
    const error = new ApiError('unavailable', 'The database is restarting');
    expect(describeContactFailure(error, dialog)).toMatchObject({
      text: 'Error saving submission: The database is restarting (unavailable)',
      toast: {
        title: 'Submission failed',
        description: 'There was a problem submitting your request. Please try again.',
      },
    });
  });

  it('asks to try again later when the server sent no message', () => {
    expect(describeContactFailure(new ApiError('internal', ''), page).toast.description).toBe(
      'Please try again later',
    );
  });

  it('passes on the error of each field', () => {
    const error = new ApiError('invalid_request', 'Invalid', { fields: { email: 'Unknown domain' } });
    expect(describeContactFailure(error, page).fields).toEqual({ email: 'Unknown domain' });
  });

  it('distinguishes an unexpected failure from a refusal of the server', () => {
    expect(describeContactFailure(new TypeError('x is undefined'), page)).toMatchObject({
      text: 'Unexpected error: x is undefined',
      correlationId: null,
      toast: { title: 'An unexpected error occurred', description: 'Please try again later.' },
    });
  });
});

describe('the first visit of a request', () => {
  it.each([
    null,
    'not json',
    '{"utm":{"source":1},"referrer":""}',
    '{"utm":{"source":"news","term":1},"referrer":""}',
    '[]',
  ])('is unknown when storage contains %s', (stored) => {
    expect(readFirstVisit({ getItem: () => stored })).toEqual({ utm: {}, referrer: '' });
  });

  it.each([{}, { source: 'news' }, { source: 'news', campaign: 'q4' }])(
    'is read as it was stored, with the campaign parameters %j',
    (utm) => {
      const visit = { utm, referrer: 'https://example.org/list' };
      expect(readFirstVisit({ getItem: () => JSON.stringify(visit) })).toEqual(visit);
    },
  );

  it('is unknown when storage is disabled', () => {
    const storage = {
      getItem: () => {
        throw new Error('denied');
      },
    };
    expect(readFirstVisit(storage)).toEqual({ utm: {}, referrer: '' });
  });
});
