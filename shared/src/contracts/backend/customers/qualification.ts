import { oneLine } from '../../../lib/plain-text.ts';
import { z } from '../../../lib/zod.ts';
import { atMost } from '../at-most.ts';
import { NAME_MAX } from '../browser-limits.ts';
import { emailAddressSchema } from '../email-address.ts';
import { instant } from '../instant.ts';

const seconds = z.int().check(z.positive());

/** What a rep enters about a customer. Name and company may be empty. */
export const customerDetailsSchema = z.object({
  email: emailAddressSchema("Please enter the customer's email"),
  name: z._default(z.string().check(z.overwrite(oneLine), atMost(NAME_MAX)), ''),
  company: z._default(z.string().check(z.overwrite(oneLine), atMost(NAME_MAX)), ''),
});
export type CustomerDetails = z.infer<typeof customerDetailsSchema>;

/** `send-verification`. A new code voids the customer's earlier code. */
export const sendVerificationRequestSchema = z.strictObject(customerDetailsSchema.shape);

export const sendVerificationResponseSchema = z.object({
  verificationId: z.uuid(),
  /** When the code expires, UTC ISO 8601. */
  expiresAt: instant,
  /** How long the code works, from when it was made. */
  validForSeconds: seconds,
  /** How long the rep waits before sending the same address another code, from when this one was made. */
  resendAfterSeconds: seconds,
  /** How many attempts the code allows. Any further attempt fails, even with the right code. */
  maxAttempts: z.int().check(z.positive()),
  /** Only in test mode (`MAIL_TRANSPORT=test`): nothing is mailed, so the rep reads the code out. */
  verificationCode: z.optional(z.string()),
});
export type SendVerificationResponse = z.infer<typeof sendVerificationResponseSchema>;

/** Exactly six digits. */
export const sixDigitsSchema = z.string().check(z.regex(/^[0-9]{6}$/, 'The code has 6 digits'));

/** `issue-access-link`, as the rep who asked for the code. */
export const issueAccessLinkRequestSchema = z.strictObject({
  verificationId: z.uuid(),
  code: sixDigitsSchema,
  /**
   * Random, at least 128 bits. The caller makes it and keeps it until the answer arrives. After a lost answer, the same
   * key gets the same link again while the code is valid. Without a key, a code works only once.
   */
  idempotencyKey: z.optional(z.string().check(z.regex(/^[\w-]{22,86}$/))),
  /** Mails the link to the customer as well. A repeated request with the same key may ask for it later. */
  mailLink: z.optional(z.boolean()),
});
export type IssueAccessLinkRequest = z.infer<typeof issueAccessLinkRequestSchema>;

/**
 * What happened to the link's mail. `sent`: the mail server accepted it. `limited`: this address or this
 * representative has received too many mails for now. `not_configured`: test mode, which sends no mail.
 */
const linkMailStateSchema = z.enum(['sent', 'limited', 'failed', 'not_configured']);
export type LinkMailState = z.infer<typeof linkMailStateSchema>;

export const issueAccessLinkResponseSchema = z.object({
  customerId: z.uuid(),
  /** Shown only this once. The server stores just its hash. The link is `<origin>/comparison?access=<token>`. */
  token: z.string(),
  /** When the customer's access ends, UTC ISO 8601. */
  expiresAt: instant,
  /** How long the access lasts, from when the link was issued. */
  validForSeconds: seconds,
  /** Only when the request asked for the mail. */
  mail: z.optional(linkMailStateSchema),
});
export type IssueAccessLinkResponse = z.infer<typeof issueAccessLinkResponseSchema>;

/**
 * `revoke-access` and `extend-access`. Both may be repeated. Another rep's customer gets `not_found`. If the link was
 * revoked or never issued, extending it is `forbidden`.
 */
export const accessRequestSchema = z.strictObject({
  /** `customerId` of `issue-access-link`, which is `qualified_leads.id`. */
  customerId: z.uuid(),
});

export const extendAccessRequestSchema = z.strictObject({
  ...accessRequestSchema.shape,
  /** The customer's contact request that this answers. It is done then, in one step with the new end. */
  requestId: z.optional(z.uuid()),
});
export type ExtendAccessRequest = z.infer<typeof extendAccessRequestSchema>;

/** From the next request on, the customer has no access: the link and all sessions have ended. */
export const revokeAccessResponseSchema = z.object({
  customerId: z.uuid(),
  /** When access was first revoked, UTC ISO 8601. */
  revokedAt: instant,
});

export const extendAccessResponseSchema = z.object({
  customerId: z.uuid(),
  /** The new end of the link, UTC ISO 8601. Open sessions keep their own end. */
  expiresAt: instant,
  /** The mail that tells the customer. Missing if the end moved by less than an hour. */
  mail: z.optional(linkMailStateSchema),
});
export type ExtendAccessResponse = z.infer<typeof extendAccessResponseSchema>;
