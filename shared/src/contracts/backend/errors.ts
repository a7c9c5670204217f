import { z } from '../../lib/zod.ts';
import { ERROR_CODES } from '../remote/api-error.ts';

/** Body of every failed answer of an Edge Function: no stack trace, no SQL, nothing about other people. */
export const errorBodySchema = z.object({
  error: z.object({
    code: z.enum(ERROR_CODES),
    message: z.string(),
    /** Finds the matching line in the server's log. Also sent as the `X-Correlation-Id` header. */
    correlationId: z.string(),
    /** Maps a field path (dot-separated) to the message beside that field. */
    fields: z.optional(z.record(z.string(), z.string())),
    /** Whole seconds. Equals the `Retry-After` header. */
    retryAfterSeconds: z.optional(z.int().check(z.positive())),
  }),
});

export type ErrorBody = z.infer<typeof errorBodySchema>;
