import { errorBodySchema } from '@corvane/shared/contracts/backend/errors';
import { expect } from 'vitest';
import { EDGE_ERRORS, type EdgeErrorStatus } from '../requests/edge-errors.ts';

/** An error that the edge made: in the shape of all others, and found in the log by its id. */
export async function expectEdgeError(response: Response, status: EdgeErrorStatus): Promise<void> {
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const { error } = errorBodySchema.parse(await response.json());
  expect(error).toMatchObject(EDGE_ERRORS[status]);
  expect(error.correlationId).toBe(response.headers.get('x-correlation-id'));
  expect(response.headers.get('retry-after')).toBe(error.retryAfterSeconds?.toString() ?? null);
  expect(error.retryAfterSeconds).toBe(status === 429 || status > 500 ? 5 : undefined);
}
