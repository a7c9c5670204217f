import { z } from '../../lib/zod.ts';
import { emailAddressSchema } from './email-address.ts';
import { instant } from './instant.ts';

/**
 * `report-setup`. Every caller learns how the functions see the call. A caller with the project's
 * secret key, past the edge, also learns how the functions are set up. `sendTo` needs that key.
 */
export const reportSetupRequestSchema = z.strictObject({
  /** Sends a test mail to this address. Without it, nothing is sent. */
  sendTo: z.optional(emailAddressSchema()),
});

const setupSchema = z.object({
  /** By the functions' clock, UTC ISO 8601. */
  now: instant,
  /** `SITE_URL`. */
  siteUrl: z.string(),
  /** `TRUSTED_PROXY_HOPS`. */
  trustedProxyHops: z.int(),
  mail: z.object({
    /** `MAIL_TRANSPORT`. */
    transport: z.enum(['smtp', 'resend', 'test']),
    /** Why the mail server refused. null if it accepted our key or password, and the test mail if there was one. */
    failure: z.nullable(z.string()),
    isSent: z.boolean(),
  }),
});
export type FunctionSetup = z.infer<typeof setupSchema>;

export const reportSetupResponseSchema = z.object({
  caller: z.object({
    /** The caller's address, as used for limits and the audit trail. null when no trusted proxy reported one. */
    ipAddress: z.nullable(z.string()),
    /** The call carried `EDGE_SECRET`. */
    isFromEdge: z.boolean(),
  }),
  /** Null without the secret key. */
  setup: z.nullable(setupSchema),
});
export type ReportSetupResponse = z.infer<typeof reportSetupResponseSchema>;
