import { z } from 'zod';
import { goingByAddress, salesRepSchema } from '../../../../shared/src/contracts/backend/sign-in/auth.ts';

/** The token's session is not live, or not a representative's. */
const unauthenticated = z.object({ outcome: z.literal('unauthenticated') });
/** The customer is another representative's. */
const forbidden = z.object({ outcome: z.literal('forbidden') });
/** The representative has no customer with this id. */
const notFound = z.object({ outcome: z.literal('not_found') });

const seconds = z.number().int().positive();

export const startedVerificationSchema = z.discriminatedUnion('outcome', [
  unauthenticated,
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
  unauthenticated,
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

export const revokedAccessSchema = z.discriminatedUnion('outcome', [
  unauthenticated,
  notFound,
  z.object({ outcome: z.literal('revoked'), revoked_at: z.string() }),
]);
export type RevokedAccess = z.infer<typeof revokedAccessSchema>;

export const editedCustomerSchema = z.discriminatedUnion('outcome', [
  unauthenticated,
  notFound,
  z.object({
    outcome: z.enum(['saved', 'conflict']),
    customer: z.object({ name: z.string(), company: z.string(), note: z.string() }),
  }),
]);
export type EditedCustomer = z.infer<typeof editedCustomerSchema>;

export const savedRepSettingsSchema = z.discriminatedUnion('outcome', [
  unauthenticated,
  z.object({ outcome: z.literal('saved') }),
]);
export type SavedRepSettings = z.infer<typeof savedRepSettingsSchema>;

export const endedSessionsSchema = z.discriminatedUnion('outcome', [
  unauthenticated,
  notFound,
  z.object({ outcome: z.literal('ended'), count: z.number().int().nonnegative() }),
]);
export type EndedSessions = z.infer<typeof endedSessionsSchema>;

export const extendedAccessSchema = z.discriminatedUnion('outcome', [
  unauthenticated,
  notFound,
  z.object({ outcome: z.literal('no_link') }),
  z.object({ outcome: z.literal('extended'), expires_at: z.string() }),
]);
export type ExtendedAccess = z.infer<typeof extendedAccessSchema>;
