import type { z } from 'zod';
import { RequestError } from '../request-error.ts';

/** As many fields as a person could act on. More would let a caller choose the size of the answer. */
const MAX_FIELDS = 20;

/**
 * Checks a body against the contract's schema.
 * @throws RequestError `invalid_request` with the first message of each field, unknown fields included
 */
export function parseRequest<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;

  const fields = new Map<string, string>();
  const note = (path: string, message: string) => {
    if (path !== '' && !fields.has(path) && fields.size < MAX_FIELDS) fields.set(path.slice(0, 100), message);
  };
  for (const issue of result.error.issues) {
    const path = issue.path.map(String);
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) note([...path, key].join('.'), 'Unknown field');
    } else {
      note(path.join('.'), issue.message);
    }
  }
  throw new RequestError('invalid_request', 'The request does not have the expected fields.', {
    fields: fields.size > 0 ? Object.fromEntries(fields) : undefined,
  });
}
