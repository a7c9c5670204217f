import { oneLine } from '../../../lib/plain-text.ts';
import { z } from '../../../lib/zod.ts';
import { atMost } from '../at-most.ts';
import { NAME_MAX } from '../browser-limits.ts';
import { emailAddressSchema, knownEmailSchema } from '../email-address.ts';
import { askedInstant, instant } from '../instant.ts';

const id = z.uuid().check(z.toLowerCase());

/** The fields of a representative that can be corrected. Name and address are plain text on one line. */
export const repTextsSchema = z.strictObject({
  name: z.string().check(z.overwrite(oneLine), z.minLength(1, 'Please enter a name'), atMost(NAME_MAX)),
  /** Each representative has a different mailbox. */
  email: emailAddressSchema('Please enter an email address'),
  isManager: z.boolean(),
});
export type RepTexts = z.infer<typeof repTextsSchema>;

/**
 * Random, at least 128 bits. The caller makes it and keeps it until the answer arrives. After a lost answer, the same
 * request with the same key gets the same sales ID again.
 */
const idempotencyKey = z.string().check(z.regex(/^[\w-]{22,86}$/));

/**
 * `change-representative`. An unknown representative is `not_found`. An address that another one has is
 * `invalid_request` with `fields.email` or `fields['after.email']`. Every action may be repeated. A key whose sales ID is
 * void by now is `invalid_request` with `fields.idempotencyKey`: it makes no second one.
 */
export const changeRepRequestSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('add'), ...repTextsSchema.shape, idempotencyKey }),
  z.strictObject({
    action: z.literal('edit'),
    repId: id,
    /** The texts that the form started with, as they were stored. */
    before: z.extend(repTextsSchema, {
      name: z.string().check(z.maxLength(1_000)),
      email: knownEmailSchema(),
    }),
    after: repTextsSchema,
  }),
  /** Ends their sessions as well. Customers, links and sales stay. */
  z.strictObject({ action: z.literal('disable'), repId: id }),
  /** Whether they get new contact requests of strangers, in turn with the others. */
  z.strictObject({ action: z.literal('take_requests'), repId: id, takesRequests: z.boolean() }),
  /** With a new sales ID: the old ones stay void. */
  z.strictObject({ action: z.literal('enable'), repId: id, idempotencyKey }),
  z.strictObject({
    action: z.literal('rotate'),
    repId: id,
    /** `salesIdSince` of the row that the manager saw. A newer sales ID is not voided. */
    salesIdSince: z.nullable(askedInstant),
    idempotencyKey,
  }),
  /** null: all sessions. The asking session always stays. */
  z.strictObject({ action: z.literal('end_sessions'), repId: id, sessionId: z.nullable(id) }),
]);
export type ChangeRepRequest = z.input<typeof changeRepRequestSchema>;

const count = z.int().check(z.nonnegative());
/** Shown only this once. The server stores just its hash. */
const salesId = z.string();

/**
 * `conflict`: someone else changed the representative first. Nothing was written. `rep` is the stored row, and
 * `lastChange` says who changed it, null for an operator.
 */
export const changeRepResponseSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('added'), repId: z.uuid(), salesId }),
  z.object({ outcome: z.enum(['edited', 'set']) }),
  z.object({ outcome: z.literal('disabled'), endedSessions: count }),
  z.object({ outcome: z.literal('enabled'), salesId }),
  z.object({ outcome: z.literal('rotated'), salesId, endedSessions: count }),
  z.object({ outcome: z.literal('ended'), endedSessions: count }),
  z.object({
    outcome: z.literal('conflict'),
    rep: z.object({
      name: z.string(),
      email: z.string(),
      isManager: z.boolean(),
      disabledAt: z.nullable(instant),
      salesIdSince: z.nullable(instant),
    }),
    lastChange: z.nullable(z.object({ by: z.nullable(z.string()), occurredAt: instant })),
  }),
]);
export type ChangeRepResponse = z.infer<typeof changeRepResponseSchema>;
