import { z } from 'zod';
import { salesRepSchema } from '../../../shared/src/contracts/backend/auth.ts';
import { erasedPersonSchema } from '../../../shared/src/contracts/backend/person-change.ts';

/** The token's session is not live, or not a representative's. */
const unauthenticated = z.object({ outcome: z.literal('unauthenticated') });
/** The representative is no manager, or may not change this. */
const forbidden = z.object({ outcome: z.literal('forbidden') });

const seconds = z.number().int().positive();

export const startedManagerCodeSchema = z.discriminatedUnion('outcome', [
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
export type StartedManagerCode = z.infer<typeof startedManagerCodeSchema>;

export const checkedManagerCodeSchema = z.discriminatedUnion('outcome', [
  unauthenticated,
  forbidden,
  z.object({ outcome: z.literal('refused') }),
  z.object({ outcome: z.literal('opened'), manager_until: z.string() }),
]);
export type CheckedManagerCode = z.infer<typeof checkedManagerCodeSchema>;

/** A row as `get_contact_requests` answers it. The browser checks its fields. */
const request = z.record(z.string(), z.unknown());

export const changedContactRequestSchema = z.discriminatedUnion('outcome', [
  unauthenticated,
  forbidden,
  z.object({ outcome: z.literal('not_found') }),
  /** The representative to whom it should be assigned is unknown or disabled. */
  z.object({ outcome: z.literal('no_such_rep') }),
  z.object({ outcome: z.literal('saved'), request }),
  z.object({ outcome: z.literal('conflict'), request, last_change: request.nullable() }),
]);
export type ChangedContactRequest = z.infer<typeof changedContactRequestSchema>;

/** What is known about people. The browser checks its fields. */
const known = z.record(z.string(), z.unknown());

export const readPeopleSchema = z.discriminatedUnion('outcome', [
  unauthenticated,
  forbidden,
  z.object({ outcome: z.literal('not_found') }),
  z.object({ outcome: z.literal('found'), people: z.array(known) }),
  z.object({ outcome: z.literal('opened'), person: known, mentions: known, now: z.string() }),
  z.object({ outcome: z.literal('told'), retention: known }),
]);
export type ReadPeople = z.infer<typeof readPeopleSchema>;

export const changedPersonSchema = z.discriminatedUnion('outcome', [
  unauthenticated,
  forbidden,
  z.object({ outcome: z.literal('not_found') }),
  z.object({ outcome: z.literal('exported'), person: known }),
  z.object({ outcome: z.literal('saved'), stored: known }),
  z.object({ outcome: z.literal('conflict'), stored: known }),
  z.object({ outcome: z.literal('withdrawn'), requests: z.number() }),
  ...erasedPersonSchema.options,
]);
export type ChangedPerson = z.infer<typeof changedPersonSchema>;
