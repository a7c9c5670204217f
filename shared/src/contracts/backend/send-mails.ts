import { z } from '../../lib/zod.ts';

/**
 * POST /functions/v1/api/send-contact-notification, with a secret key. Mails the team about a saved request. Without an
 * id: the next mails that wait, for a timer. A second call sends nothing again.
 */
export const sendMailsRequestSchema = z.strictObject({ submission_id: z.uuid().optional() });

export const sentMailsSchema = z.union([
  z.object({ contactRequestId: z.uuid(), notified: z.boolean() }),
  /** Numbers of mails. */
  z.object({ sent: z.number().int(), failed: z.number().int() }),
]);
