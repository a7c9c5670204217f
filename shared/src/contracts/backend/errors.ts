import { z } from '../../lib/zod.ts';
import { ERROR_CODES } from '../remote/api-error.ts';

/** Body of every failed answer of an Edge Function. Never a stack, SQL, or other people's data. */
export const errorBodySchema = z.object({
  error: z.object({
    code: z.enum(ERROR_CODES),
    message: z.string(),
    /** Finds the matching server log line. Also sent as the `X-Correlation-Id` header. */
    correlationId: z.string(),
    /** Field path (dot-separated) to the message to show beside it. */
    fields: z.record(z.string(), z.string()).optional(),
    /** Whole seconds; equals the `Retry-After` header. */
    retryAfterSeconds: z.number().int().positive().optional(),
  }),
});

export type ErrorBody = z.infer<typeof errorBodySchema>;
