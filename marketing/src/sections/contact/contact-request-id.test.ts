import { expect, it } from 'vitest';
import { z } from 'zod';
import { newContactRequestId } from './contact-request-id.ts';

it('makes a UUID that the server accepts, different each time', () => {
  const ids = Array.from({ length: 50 }, newContactRequestId);
  for (const id of ids) expect(z.uuidv4().safeParse(id).success).toBe(true);
  expect(new Set(ids).size).toBe(50);
});
