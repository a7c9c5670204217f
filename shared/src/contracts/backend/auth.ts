import { z } from '../../lib/zod.ts';

/** Longest sales ID or token looked at; anything longer is refused before it is hashed. */
export const CREDENTIAL_MAX_LENGTH = 128;

/** POST /functions/v1/sign-in-rep */
export const signInRepRequestSchema = z.strictObject({
  salesId: z.string().trim().min(1).max(CREDENTIAL_MAX_LENGTH),
});

/** POST /functions/v1/sign-in-customer: spends nothing until it is called; a link's token works until it ends. */
export const signInCustomerRequestSchema = z.strictObject({
  token: z.string().trim().min(1).max(CREDENTIAL_MAX_LENGTH),
});

/** The signed-in representative, as the person may see themselves. */
export const salesRepSchema = z.object({ id: z.uuid(), name: z.string(), email: z.string() });
export type SalesRep = z.infer<typeof salesRepSchema>;

/** The signed-in customer: a lead that a representative qualified. */
export const qualifiedLeadSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  company: z.string(),
  repName: z.string(),
  repEmail: z.string(),
});
export type QualifiedLead = z.infer<typeof qualifiedLeadSchema>;

/**
 * Answer of `sign-in-rep`, `sign-in-customer` and `renew-session`.
 * The refresh secret travels beside it in an HttpOnly cookie and is never in the body.
 */
export const sessionGrantSchema = z.object({
  /** JWT for the API; short-lived, kept in memory only. */
  accessToken: z.string(),
  /** When `accessToken` ends, UTC ISO 8601. */
  expiresAt: z.iso.datetime({ offset: true }),
  sessionId: z.uuid(),
  /** When the session itself ends and signing in again is needed, UTC ISO 8601. */
  sessionExpiresAt: z.iso.datetime({ offset: true }),
  actor: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('rep'), rep: salesRepSchema }),
    z.object({ kind: z.literal('customer'), lead: qualifiedLeadSchema }),
  ]),
});
export type SessionGrant = z.infer<typeof sessionGrantSchema>;

/** POST /functions/v1/renew-session and /functions/v1/sign-out: the cookie says which session. */
export const emptyRequestSchema = z.strictObject({});
