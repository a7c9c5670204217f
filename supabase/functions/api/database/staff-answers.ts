import { z } from 'zod';
import { salesRepSchema } from '../../../../shared/src/contracts/backend/sign-in/auth.ts';

const seconds = z.number().int().positive();

export const startedManagerCodeSchema = z.discriminatedUnion('outcome', [
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
export type StartedManagerCode = z.infer<typeof startedManagerCodeSchema>;

export const checkedManagerCodeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('refused') }),
  z.object({ outcome: z.literal('opened'), manager_until: z.string() }),
]);
export type CheckedManagerCode = z.infer<typeof checkedManagerCodeSchema>;

/** A row as `get_contact_requests` answers it. The browser checks its fields. */
const request = z.record(z.string(), z.unknown());

const count = z.number().int().nonnegative();

export const changedRepSchema = z.discriminatedUnion('outcome', [
  /** Another representative has this address. */
  z.object({ outcome: z.literal('exists') }),
  z.object({ outcome: z.literal('last_manager') }),
  /** The account's person was erased. */
  z.object({ outcome: z.literal('erased') }),
  /** The request's key has made a sales ID before, which is void or another representative's. */
  z.object({ outcome: z.literal('used') }),
  z.object({ outcome: z.literal('added'), id: z.uuid() }),
  /** is_repeated: the values were there already, so nothing was changed. */
  z.object({ outcome: z.literal('edited'), is_repeated: z.boolean().default(false) }),
  z.object({ outcome: z.literal('enabled') }),
  z.object({ outcome: z.enum(['disabled', 'rotated', 'ended']), ended_sessions: count }),
  z.object({ outcome: z.literal('conflict'), rep: request, last_change: request.nullable() }),
]);
export type ChangedRep = z.infer<typeof changedRepSchema>;
