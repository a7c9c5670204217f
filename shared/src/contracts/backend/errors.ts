import { z } from '../../lib/zod.ts';
import { ERROR_CODES } from '../remote/api-error.ts';
import type { EndedAccess } from '../remote/session.ts';

const endedAccessSchema = z.object({
  endedAt: z.iso.datetime({ offset: true }),
  repName: z.string(),
  repEmail: z.string(),
}) satisfies z.ZodType<EndedAccess>;

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
    /** Of `sign-in-customer`: the link has ended. Only a caller who has its token is told. */
    endedAccess: endedAccessSchema.optional(),
  }),
});

export type ErrorBody = z.infer<typeof errorBodySchema>;
