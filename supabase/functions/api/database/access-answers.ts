import { z } from 'zod';
import { goingByAddress, salesRepSchema } from '../../../../shared/src/contracts/backend/sign-in/auth.ts';

/** The customer is another representative's. */
const forbidden = z.object({ outcome: z.literal('forbidden') });
const seconds = z.number().int().positive();

export const startedVerificationSchema = z.discriminatedUnion('outcome', [
  forbidden,
  z.object({ outcome: z.literal('too_soon'), retry_after_seconds: seconds }),
  z.object({
    outcome: z.literal('started'),
    expires_at: z.string(),
    valid_for_seconds: seconds,
    resend_after_seconds: seconds,
    max_attempts: z.number().int().positive(),
    rep: salesRepSchema,
  }),
]);
export type StartedVerification = z.infer<typeof startedVerificationSchema>;

export const checkedCodeSchema = z.discriminatedUnion('outcome', [
  forbidden,
  z.object({ outcome: z.literal('refused') }),
  z.object({
    outcome: z.literal('issued'),
    lead_id: z.uuid(),
    name: z.string(),
    rep: z.object({ name: z.string(), email: z.string() }).transform(goingByAddress),
    expires_at: z.string(),
    valid_for_seconds: seconds,
  }),
]);
export type CheckedCode = z.infer<typeof checkedCodeSchema>;
