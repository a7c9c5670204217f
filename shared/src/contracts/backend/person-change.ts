import { oneLine } from '../../lib/plain-text.ts';
import { z } from '../../lib/zod.ts';
import { personEmailSchema } from './people.ts';
import { NAME_MAX } from './qualification.ts';

const PHONE_MAX = 50;

const text = (max: number) =>
  z
    .string()
    .overwrite(oneLine)
    .max(max, `Please use at most ${max.toLocaleString('en-US')} characters`);
const required = (max: number) => text(max).min(1, 'Please fill this in');
/** As it was stored, whatever that was. */
const stored = z.string().max(1_000);

/** What can be corrected of a customer. The address cannot: it is verified, and another one is another customer. */
export const customerCorrectionSchema = z.strictObject({ name: text(NAME_MAX), company: text(NAME_MAX) });
export type CustomerCorrection = z.infer<typeof customerCorrectionSchema>;

/** What can be corrected of a contact request. What the visitor wrote as a message stays as it was sent. */
export const requestCorrectionSchema = z.strictObject({
  first_name: required(NAME_MAX),
  last_name: text(NAME_MAX),
  company: required(NAME_MAX),
  phone: text(PHONE_MAX),
  job_title: text(NAME_MAX),
});
export type RequestCorrection = z.infer<typeof requestCorrectionSchema>;

const id = z.uuid().transform((value) => value.toLowerCase());
const storedTexts = <Shape extends Record<string, unknown>>(shape: Shape) =>
  z.strictObject(
    Object.fromEntries(Object.keys(shape).map((key) => [key, stored])) as Record<
      keyof Shape & string,
      typeof stored
    >,
  );

/** `before` holds the texts that the form started with: another change since then is a conflict. */
export const personCorrectionSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('customer'),
    id,
    before: storedTexts(customerCorrectionSchema.shape),
    after: customerCorrectionSchema,
  }),
  z.strictObject({
    kind: z.literal('contact_request'),
    id,
    before: storedTexts(requestCorrectionSchema.shape),
    after: requestCorrectionSchema,
  }),
]);
export type PersonCorrection = z.infer<typeof personCorrectionSchema>;

/**
 * POST /functions/v1/change-person, for managers in a session that gave the code: `forbidden` for other
 * representatives. Each action is in the audit trail, with the manager and without the person's texts. A person about
 * whom nothing is stored is `not_found`, and so is a part that is gone. Each call may be repeated.
 */
export const changePersonRequestSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('export'), email: personEmailSchema }),
  z.strictObject({ action: z.literal('correct'), correction: personCorrectionSchema }),
  z.strictObject({ action: z.literal('withdraw_consent'), email: personEmailSchema }),
  z.strictObject({
    action: z.literal('erase'),
    email: personEmailSchema,
    /** Takes the full name out of texts of others as well. The address goes in any case. */
    takesNames: z.boolean(),
    /** Made by the browser: the same erasure once more, as its answer was lost, gets the same answer. */
    erasureId: id,
  }),
]);
export type ChangePersonRequest = z.infer<typeof changePersonRequestSchema>;

/** All that is stored, as the database has it: for a file. */
export const exportedPersonSchema = z.object({ person: z.record(z.string(), z.unknown()) });

/** `conflict`: another change came first. Nothing was written, and `stored` holds the stored texts. */
export const correctedPersonSchema = z.object({
  outcome: z.enum(['saved', 'conflict']),
  stored: z.record(z.string(), z.string()),
});

/** On how many contact requests. 0: they had not agreed, or withdrew it before. */
export const withdrawnConsentSchema = z.object({ requests: z.number().int().nonnegative() });

/** A representative is erased only when they are disabled and without customers. */
export const erasedPersonSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('erased'),
    isCustomer: z.boolean(),
    isRep: z.boolean(),
    contactRequests: z.number().int().nonnegative(),
    codes: z.number().int().nonnegative(),
    /** Texts of other people out of which the address or name was taken. */
    redacted: z.number().int().nonnegative(),
    /** Mails to the team that may just have been on their way. */
    mailsUnderWay: z.number().int().nonnegative(),
  }),
  z.object({ outcome: z.literal('rep_is_enabled') }),
  z.object({ outcome: z.literal('rep_has_customers'), customers: z.number().int().positive() }),
]);
export type ErasedPerson = z.infer<typeof erasedPersonSchema>;
