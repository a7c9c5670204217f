import { z } from '../../../lib/zod.ts';
import { sixDigitsSchema } from '../customers/qualification.ts';
import { instant } from '../instant.ts';

const seconds = z.int().check(z.positive());

/**
 * Answer of procedure `get_manager_access()`, for any live session of a representative. `managerUntil`: when the
 * access of this session to Operations ends. null: no code was entered, or the access has ended.
 */
export const managerAccessSchema = z.object({
  isManager: z.boolean(),
  managerUntil: z.nullable(instant),
  /** The server's clock: count down from this, not from the browser's. */
  now: instant,
});
export type ManagerAccess = z.infer<typeof managerAccessSchema>;

/**
 * `send-manager-code`. The code goes to the manager's own address, never into an answer.
 * A new code voids the earlier one. A representative who is not a manager gets `forbidden`. Without a mail transport the
 * answer is `unavailable`.
 */
export const sendManagerCodeRequestSchema = z.strictObject({});

export const sendManagerCodeResponseSchema = z.object({
  codeId: z.uuid(),
  /** When the code expires, UTC ISO 8601. */
  expiresAt: instant,
  /** How long the code works, from when it was made. */
  validForSeconds: seconds,
  /** How long the manager waits before asking for another code, from when this one was made. */
  resendAfterSeconds: seconds,
  /** How many attempts the code allows. Any further attempt fails, even with the right code. */
  maxAttempts: z.int().check(z.positive()),
});
export type SendManagerCodeResponse = z.infer<typeof sendManagerCodeResponseSchema>;

/**
 * `check-manager-code`, in the session that asked for the code. A wrong, used, void or expired code,
 * and one with too many attempts, all get the same answer: `invalid_request` with `fields.code`.
 */
export const checkManagerCodeRequestSchema = z.strictObject({
  codeId: z.pipe(
    z.uuid(),
    z.transform((id) => id.toLowerCase()),
  ),
  code: sixDigitsSchema,
});

export const checkManagerCodeResponseSchema = z.object({
  /** When this session's access to Operations ends, UTC ISO 8601. Never later than the session's end. */
  managerUntil: instant,
});
