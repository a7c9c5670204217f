import { z } from '../../lib/zod.ts';

/**
 * POST /functions/v1/report-setup. Everyone learns how the functions see their own call. The holder of the project's
 * secret key, past the edge, also learns how the functions are set up; `sendTo` needs that key.
 */
export const reportSetupRequestSchema = z.strictObject({
  /** Mails this address that mail arrives. Without it, nothing is sent. */
  sendTo: z.email().max(320).optional(),
});

const setupSchema = z.object({
  /** By the functions' clock, UTC ISO 8601. */
  now: z.iso.datetime({ offset: true }),
  /** `SITE_URL`. */
  siteUrl: z.string(),
  /** `TRUSTED_PROXY_HOPS`. */
  trustedProxyHops: z.number().int(),
  mail: z.object({
    /** `MAIL_TRANSPORT`. */
    transport: z.enum(['smtp', 'resend', 'test']),
    /** Why the mail server refused; null when it took our key or password, and the mail if one was asked for. */
    failure: z.string().nullable(),
    isSent: z.boolean(),
  }),
});
export type FunctionSetup = z.infer<typeof setupSchema>;

export const reportSetupResponseSchema = z.object({
  caller: z.object({
    /** The caller's address, as limits and the trail have it; null when no trusted proxy reported one. */
    ipAddress: z.string().nullable(),
    /** The call carried `EDGE_SECRET`. */
    isFromEdge: z.boolean(),
  }),
  /** Null without the secret key. */
  setup: setupSchema.nullable(),
});
export type ReportSetupResponse = z.infer<typeof reportSetupResponseSchema>;
