import { oneLine } from '../../lib/plain-text.ts';
import { z } from '../../lib/zod.ts';

/** Lengths in UTF-16 code units. */
const EMAIL_MAX = 254;
export const NAME_MAX = 200;

const seconds = z.number().int().positive();

/** What a rep enters about a customer. Name and company may be left empty. */
export const customerDetailsSchema = z.object({
  email: z
    .string()
    .overwrite(oneLine)
    .min(1, "Please enter the customer's email")
    .max(EMAIL_MAX, 'Please enter a valid email address')
    .regex(/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/u, 'Please enter a valid email address'),
  name: z.string().overwrite(oneLine).max(NAME_MAX, `Please use at most ${NAME_MAX} characters`).default(''),
  company: z
    .string()
    .overwrite(oneLine)
    .max(NAME_MAX, `Please use at most ${NAME_MAX} characters`)
    .default(''),
});
export type CustomerDetails = z.infer<typeof customerDetailsSchema>;

/** POST /functions/v1/send-verification, as a rep. A new code voids the one before for the same customer. */
export const sendVerificationRequestSchema = z.strictObject(customerDetailsSchema.shape);

export const sendVerificationResponseSchema = z.object({
  verificationId: z.uuid(),
  /** When the code ends, UTC ISO 8601. */
  expiresAt: z.iso.datetime({ offset: true }),
  /** How long the code works, from when it was made. */
  validForSeconds: seconds,
  /** How long the rep waits before another code for the same address, from when this one was made. */
  resendAfterSeconds: seconds,
  /** How many attempts the code has. No further attempt is right. */
  maxAttempts: z.number().int().positive(),
  /** Present only in test mode (`MAIL_TRANSPORT=test`): nothing is mailed, so the rep reads the code out. */
  verificationCode: z.string().optional(),
});
export type SendVerificationResponse = z.infer<typeof sendVerificationResponseSchema>;

/** Exactly six digits. */
const verificationCodeSchema = z.string().regex(/^[0-9]{6}$/, 'The code has 6 digits');

/** POST /functions/v1/issue-access-link, as the rep who asked for the code. */
export const issueAccessLinkRequestSchema = z.strictObject({
  verificationId: z.uuid(),
  code: verificationCodeSchema,
  /**
   * Random, at least 128 bits, made by the caller and kept until the answer is there. With the same key, a request whose
   * answer was lost may be repeated within the code's life: the answer is the same link. Without: each code once.
   */
  idempotencyKey: z
    .string()
    .regex(/^[\w-]{22,86}$/)
    .optional(),
  /** Mails the link to the customer as well. A request that is repeated with its key may ask for it later. */
  mailLink: z.boolean().optional(),
});
export type IssueAccessLinkRequest = z.infer<typeof issueAccessLinkRequestSchema>;

/**
 * What became of the link's mail. `sent`: the mail server took it. `limited`: this address or this representative had
 * enough of them for now. `not_configured`: test mode, where nothing is mailed.
 */
const linkMailStateSchema = z.enum(['sent', 'limited', 'failed', 'not_configured']);
export type LinkMailState = z.infer<typeof linkMailStateSchema>;

export const issueAccessLinkResponseSchema = z.object({
  customerId: z.uuid(),
  /** Shown this once; only its hash is kept. The link is `<origin>/comparison?access=<token>`. */
  token: z.string(),
  /** When the customer's access ends, UTC ISO 8601. */
  expiresAt: z.iso.datetime({ offset: true }),
  /** How long that is, from when the link was issued. */
  validForSeconds: seconds,
  /** Only when the request asked for the mail. */
  mail: linkMailStateSchema.optional(),
});
export type IssueAccessLinkResponse = z.infer<typeof issueAccessLinkResponseSchema>;

/**
 * POST /functions/v1/revoke-access and /functions/v1/extend-access, as the rep who qualified the customer. Both may
 * be repeated. `not_found` for anybody else's customer; `forbidden` when there is no link to extend: revoked, or
 * none was issued.
 */
export const accessRequestSchema = z.strictObject({
  /** `customerId` of `issue-access-link`; `qualified_leads.id`. */
  customerId: z.uuid().transform((id) => id.toLowerCase()),
});

/** The customer is out from the next request on: link, sessions and all. */
export const revokeAccessResponseSchema = z.object({
  customerId: z.uuid(),
  /** When it was first revoked, UTC ISO 8601. */
  revokedAt: z.iso.datetime({ offset: true }),
});
export type RevokeAccessResponse = z.infer<typeof revokeAccessResponseSchema>;

export const extendAccessResponseSchema = z.object({
  customerId: z.uuid(),
  /** When the link ends now, UTC ISO 8601. Sessions that are open keep their own end. */
  expiresAt: z.iso.datetime({ offset: true }),
});
export type ExtendAccessResponse = z.infer<typeof extendAccessResponseSchema>;
