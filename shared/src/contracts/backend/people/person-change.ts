import { oneLine } from '../../../lib/plain-text.ts';
import { z } from '../../../lib/zod.ts';
import { atMost } from '../at-most.ts';
import { NAME_MAX, PHONE_MAX } from '../browser-limits.ts';
import { knownEmailSchema } from '../email-address.ts';
import type { OpenedPerson } from './people.ts';

const text = (max: number) => z.string().check(z.overwrite(oneLine), atMost(max));
const required = (max: number) => text(max).check(z.minLength(1, 'Please fill this in'));
/** The text as it was stored, of any length. */
const stored = z.string().check(z.maxLength(1_000));

/** The fields that can be corrected. The address is verified: another address is another customer. */
export const customerCorrectionSchema = z.strictObject({ name: text(NAME_MAX), company: text(NAME_MAX) });

/** The fields of a contact request that can be corrected. The visitor's message stays as it was sent. */
export const requestCorrectionSchema = z.strictObject({
  firstName: required(NAME_MAX),
  lastName: text(NAME_MAX),
  company: required(NAME_MAX),
  phone: text(PHONE_MAX),
  jobTitle: text(NAME_MAX),
});

const id = z.uuid().check(z.toLowerCase());
const storedTexts = <Shape extends Record<string, unknown>>(shape: Shape) =>
  z.strictObject(
    Object.fromEntries(Object.keys(shape).map((key) => [key, stored])) as Record<
      keyof Shape & string,
      typeof stored
    >,
  );

const storedCustomer = storedTexts(customerCorrectionSchema.shape);
const storedRequest = storedTexts(requestCorrectionSchema.shape);

/** `before` holds the texts that the form started with. If they have changed since, the answer is a conflict. */
const personCorrectionSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('customer'),
    id,
    before: storedCustomer,
    after: customerCorrectionSchema,
  }),
  z.strictObject({
    kind: z.literal('contact_request'),
    id,
    before: storedRequest,
    after: requestCorrectionSchema,
  }),
]);
export type PersonCorrection = z.infer<typeof personCorrectionSchema>;

/**
 * `change-person`. The audit trail records each action with the manager, without the person's texts. A person without
 * stored data is `not_found`, and so is a deleted item. Each call may be repeated.
 */
export const changePersonRequestSchema = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('export'),
    email: knownEmailSchema(),
    /** `nextAfter` of the page before. Null for the first page. */
    after: z.nullable(z.string().check(z.minLength(1), z.maxLength(4_000))),
  }),
  z.strictObject({ action: z.literal('correct'), correction: personCorrectionSchema }),
  z.strictObject({ action: z.literal('withdraw_consent'), email: knownEmailSchema() }),
  z.strictObject({
    action: z.literal('erase'),
    email: knownEmailSchema(),
    /** Also removes the full name from texts of other people. The address is always removed. */
    takesNames: z.boolean(),
    /** Made by the browser, the same for each step. If the answer was lost, a repeated request gets the same answer. */
    erasureId: id,
  }),
]);

/** All stored data, as the database returns it. For a file. `person`: null on all pages but the first. */
export const exportedPersonSchema = z.object({
  person: z.nullable(z.record(z.string(), z.unknown())),
  requests: z.array(z.unknown()),
  nextAfter: z.nullable(z.string()),
});
type ExportedPage = z.infer<typeof exportedPersonSchema>;

/** `conflict`: someone else changed the person first. Nothing was written, and `stored` holds the stored texts. */
export const correctedPersonSchema = z.object({
  outcome: z.enum(['saved', 'conflict']),
  stored: z.union([storedCustomer, storedRequest]),
});

/** Number of contact requests that changed. 0: the person had not agreed, or had withdrawn before. */
export const withdrawnConsentSchema = z.object({ requests: z.int().check(z.nonnegative()) });

/**
 * After `erasing`, texts of others are left: the same request does the next step. Until `erased`, the person is stored. A
 * representative who is enabled or has customers is refused (409).
 */
export const erasedPersonSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('erased'),
    isCustomer: z.boolean(),
    isRep: z.boolean(),
    contactRequests: z.int().check(z.nonnegative()),
    codes: z.int().check(z.nonnegative()),
    /** Number of other people's records from which the address or name was removed. */
    redacted: z.int().check(z.nonnegative()),
    /** Number of mails to the team that may have been sent at the same moment. */
    mailsUnderWay: z.int().check(z.nonnegative()),
  }),
  z.object({
    outcome: z.literal('erasing'),
    redacted: z.int().check(z.nonnegative()),
    /** Number of requests, notes and other records that may mention the person, and were not read yet. */
    unread: z.int().check(z.nonnegative()),
  }),
]);
type ErasureAnswer = z.infer<typeof erasedPersonSchema>;
export type ErasureStep = Extract<ErasureAnswer, { outcome: 'erasing' }>;
export type ErasedPerson = Exclude<ErasureAnswer, ErasureStep>;

/** All stored data of a person. @param ask gets the page after a cursor */
export async function exportInPages(
  ask: (after: string | null) => Promise<ExportedPage>,
): Promise<Record<string, unknown>> {
  const first = await ask(null);
  const requests = first.requests;
  for (let after = first.nextAfter; after !== null; ) {
    const page = await ask(after);
    requests.push(...page.requests);
    after = page.nextAfter;
  }
  return { ...first.person, requests };
}

/**
 * Whether an erasure also takes the full name out of texts of others, unless the caller says otherwise. The name in a
 * contact request is not verified: it could contain ordinary words.
 */
export const takesNamesOf = ({ customer, representative }: OpenedPerson) =>
  customer !== null || representative !== null;

/** Repeats a step until the person is erased. @param ask does one step. @param onStep hears how far it is */
export async function eraseInSteps(
  ask: () => Promise<ErasureAnswer>,
  onStep: (step: ErasureStep) => void,
): Promise<ErasedPerson> {
  for (;;) {
    const answer = await ask();
    if (answer.outcome === 'erased') return answer;
    onStep(answer);
  }
}
