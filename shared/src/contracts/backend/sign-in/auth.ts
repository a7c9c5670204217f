import { z } from '../../../lib/zod.ts';
import type { SalesRep, SignedInCustomer } from '../../remote/session.ts';
import { CREDENTIAL_MAX, TIME_ZONE_MAX } from '../browser-limits.ts';
import { instant } from '../instant.ts';

function knownTimeZone(name: unknown): string | undefined {
  if (typeof name !== 'string' || name.length > TIME_ZONE_MAX) return undefined;
  try {
    Intl.DateTimeFormat('en-US', { timeZone: name });
    return name;
  } catch {
    return undefined;
  }
}

/**
 * The browser's, for times in mails to the person. One that is unknown counts as absent: it keeps no person out. Without
 * a check of Zod's, browsers get none of it: they only send it.
 */
const timeZone = z.pipe(z.optional(z.unknown()), z.transform(knownTimeZone));

export const signInRepRequestSchema = z.strictObject({
  salesId: z.string().check(z.trim(), z.minLength(1), z.maxLength(CREDENTIAL_MAX)),
  timeZone,
});

/** A link can be opened many times: its token works until the link ends. */
export const signInCustomerRequestSchema = z.strictObject({
  token: z.string().check(z.trim(), z.minLength(1), z.maxLength(CREDENTIAL_MAX)),
  timeZone,
});

/** Among the `fields` of a refused token: when its link expired or was revoked, UTC ISO 8601. */
export const ENDED_AT = 'endedAt';

/** A person with a blank name is shown as the email address, on every screen and in every mail. */
export const goingByAddress = <P extends { name: string; email: string }>(person: P): P =>
  person.name.trim() === '' ? { ...person, name: person.email } : person;

export const salesRepSchema = z.pipe(
  z.object({ id: z.uuid(), name: z.string(), email: z.string(), isManager: z.optional(z.boolean()) }),
  z.transform(goingByAddress),
) satisfies z.ZodMiniType<SalesRep>;

const signedInCustomerSchema = z.pipe(
  z.object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    company: z.string(),
    repName: z.string(),
    repEmail: z.string(),
  }),
  z.transform((customer) => {
    const { name } = goingByAddress({ name: customer.repName, email: customer.repEmail });
    return { ...customer, repName: name };
  }),
) satisfies z.ZodMiniType<SignedInCustomer>;

/** Of `sign-in-rep`, `sign-in-customer`, `renew-session`. The refresh secret is in an HttpOnly cookie alone. */
export const sessionGrantSchema = z.object({
  /** JWT for the API. It is short-lived and stays in memory. */
  sessionToken: z.string(),
  /** When `sessionToken` ends, UTC ISO 8601. */
  expiresAt: instant,
  sessionId: z.uuid(),
  /** When the session itself ends and the person must sign in again, UTC ISO 8601. */
  sessionExpiresAt: instant,
  actor: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('rep'), rep: salesRepSchema }),
    z.object({ kind: z.literal('customer'), customer: signedInCustomerSchema }),
  ]),
});
export type SessionGrant = z.infer<typeof sessionGrantSchema>;

/** `renew-session` and `sign-out`. The cookie names the session. */
export const emptyRequestSchema = z.strictObject({});

/** Answer of `sign-out`, also when there was nothing to end. */
export const signedOutSchema = z.object({ signedOut: z.literal(true) });
