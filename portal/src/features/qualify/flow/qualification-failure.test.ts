import { ApiError } from '@corvane/shared/contracts/remote/api-error';
import { expect, test } from 'vitest';
import { detailErrorsOf, linkFailure, sendFailureWords } from './qualification-failure.ts';

const FRESH = { refusedCount: 0, maxAttempts: 5 };

test.each(['invalid_request', 'not_found'] as const)(
  'the answer %s to a code means that the code is wrong',
  (code) => {
    expect(linkFailure(new ApiError(code, ''), FRESH)).toEqual({
      title: 'Invalid Code',
      description: 'The verification code is incorrect',
      isCodeRefused: true,
    });
  },
);

test('after too many refusals, the message asks for a new code', () => {
  const words = { title: 'Invalid Code', description: 'Too many attempts. Send a new code.' };
  // The server answers the same for a wrong code and for a code without attempts left.
  const refused = (refusedCount: number, maxAttempts: number) =>
    linkFailure(new ApiError('invalid_request', ''), { refusedCount, maxAttempts });
  expect(refused(3, 5)).not.toMatchObject(words);
  expect(refused(4, 5)).toMatchObject(words);
  expect(refused(4, 6)).not.toMatchObject(words);
});

test('an ended session does not blame the code', () => {
  expect(linkFailure(new ApiError('unauthenticated', ''), FRESH)).toEqual({
    title: 'An unexpected error occurred',
    description: 'Your session has ended. Sign in again, then try once more.',
    isCodeRefused: false,
  });
});

test.each([new ApiError('internal', ''), new ApiError('network', ''), new TypeError('nonsense')])(
  'a server error does not blame the code: %s',
  (error) => {
    expect(linkFailure(error, FRESH)).toMatchObject({
      title: 'An unexpected error occurred',
      isCodeRefused: false,
    });
  },
);

test('when a code could not be sent, the message says how long to wait', () => {
  const words = (retryAfterSeconds: number) =>
    sendFailureWords(new ApiError('rate_limited', '', { retryAfterSeconds }));
  expect(words(30)).toEqual({
    title: 'Failed to send verification code',
    description: 'Too many requests. Please try again in 30 seconds.',
  });
  expect(words(1).description).toContain('in 1 second.');
  expect(words(240).description).toContain('in 4 minutes');
  expect(words(86_400).description).toContain('in 24 hours');
});

test("the server's field errors appear at the form's fields", () => {
  const error = new ApiError('invalid_request', '', {
    fields: { email: 'blocked', name: 'too long', salesId: 'secret' },
  });
  expect(detailErrorsOf(error)).toEqual({ email: 'blocked', name: 'too long' });
  expect(detailErrorsOf(new Error('other'))).toEqual({});
});

/** Regression: the edge's limit read 'Invalid Code'. No limit of the server counts codes. */
test('a limit of calls does not blame the code, and says how long to wait', () => {
  expect(linkFailure(new ApiError('rate_limited', '', { retryAfterSeconds: 5 }), FRESH)).toEqual({
    title: 'An unexpected error occurred',
    description: 'Too many requests. Please try again in 5 seconds.',
    isCodeRefused: false,
  });
});
