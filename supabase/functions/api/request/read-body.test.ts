import { expect, test } from 'vitest';
import { signInRepRequestSchema } from '../../../../shared/src/contracts/backend/sign-in/auth.ts';
import { parseRequest } from './read-body.ts';

/** Regression: with Zod's functions alone, each message was 'Invalid input'. */
test('a refused field is told what was expected', () => {
  expect(() => parseRequest(signInRepRequestSchema, { salesId: 1, name: 'a' })).toThrow(
    expect.objectContaining({
      code: 'invalid_request',
      details: expect.objectContaining({
        fields: { salesId: 'Invalid input: expected string, received number', name: 'Unknown field' },
      }),
    }),
  );
});
