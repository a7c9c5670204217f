import { z } from 'zod';
import { erasedPersonSchema } from '../../../../shared/src/contracts/backend/people/person-change.ts';
import { keptSchema } from '../../../../shared/src/contracts/backend/representatives/handover.ts';
import { salesRepSchema } from '../../../../shared/src/contracts/backend/sign-in/auth.ts';

/** The token's session is not live, or not a representative's. */
const unauthenticated = z.object({ outcome: z.literal('unauthenticated') });
/** The representative is not a manager, or may not change this. */
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

const count = z.number().int().nonnegative();

export const changedRepSchema = z.discriminatedUnion('outcome', [
  unauthenticated,
  forbidden,
  z.object({ outcome: z.literal('not_found') }),
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

export const handedOverSchema = z.discriminatedUnion('outcome', [
  unauthenticated,
  forbidden,
  z.object({ outcome: z.enum(['same_rep', 'disabled', 'none', 'too_late', 'used']) }),
  z.object({
    outcome: z.literal('handed_over'),
    id: z.uuid(),
    count,
    requests: count,
    undo_until: z.string().optional(),
  }),
  z.object({
    outcome: z.literal('changed'),
    missing: z.array(request),
    customers: count.optional(),
    requests: count.optional(),
  }),
  z.object({ outcome: z.literal('undone'), id: z.uuid(), count, requests: count, kept: z.array(keptSchema) }),
]);
export type HandedOver = z.infer<typeof handedOverSchema>;
/** A plan as `get_prices` answers it. The browser checks its fields. */
const plan = z.record(z.string(), z.unknown());

export const changedPriceSchema = z.discriminatedUnion('outcome', [
  unauthenticated,
  forbidden,
  z.object({ outcome: z.enum(['unknown_plan', 'not_scheduled', 'past', 'taken', 'unchanged']) }),
  z.object({ outcome: z.literal('saved'), now: z.string(), plan }),
  z.object({
    outcome: z.literal('conflict'),
    now: z.string(),
    plan,
    last_change: z.record(z.string(), z.unknown()).nullable(),
  }),
]);
export type ChangedPrice = z.infer<typeof changedPriceSchema>;
/** What is known about people. The browser checks its fields. */
const known = z.record(z.string(), z.unknown());

export const readPeopleSchema = z.discriminatedUnion('outcome', [
  unauthenticated,
  forbidden,
  z.object({ outcome: z.literal('not_found') }),
  z.object({ outcome: z.literal('found'), people: z.array(known) }),
  z.object({ outcome: z.literal('opened'), person: known, mentions: known, now: z.string() }),
  z.object({ outcome: z.literal('mentioned'), mentions: known }),
  z.object({ outcome: z.literal('told'), retention: known }),
]);
export type ReadPeople = z.infer<typeof readPeopleSchema>;

export const exportedListSchema = z.discriminatedUnion('outcome', [
  unauthenticated,
  forbidden,
  /** A page as the list's procedure answers it. The browser checks its fields. */
  z.object({ outcome: z.literal('exported'), page: known }),
]);
export type ExportedList = z.infer<typeof exportedListSchema>;

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
