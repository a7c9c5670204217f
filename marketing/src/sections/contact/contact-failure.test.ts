import { ApiError } from '@corvane/shared/contracts/remote/api-error';
import { describe, expect, it } from 'vitest';
import { CONTACT_FORM } from '../../content/contact/contact-form.ts';
import { describeContactFailure } from './contact-failure.ts';

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
