import {
  type ExtendAccessRequest,
  extendAccessResponseSchema,
  issueAccessLinkResponseSchema,
  sendVerificationResponseSchema,
} from '../../../../shared/src/contracts/backend/customers/qualification.ts';
import { goingByAddress, salesRepSchema } from '../../../../shared/src/contracts/backend/sign-in/auth.ts';
import { z } from '../../../../shared/src/lib/zod.ts';
import { type CallDatabase, nothing, type Origin, originArgs } from './database-call.ts';

/** The customer is another representative's. */
const forbidden = z.object({ outcome: z.literal('forbidden') });

const startedVerificationSchema = z.discriminatedUnion('outcome', [
  forbidden,
  z.object({ outcome: z.literal('started'), rep: salesRepSchema, answer: sendVerificationResponseSchema }),
]);

const checkedCodeSchema = z.discriminatedUnion('outcome', [
  forbidden,
  z.object({ outcome: z.literal('refused') }),
  z.object({
    outcome: z.literal('issued'),
    /** When the mail was counted, if it was. As PostgreSQL writes it. */
    countedAt: z.string(),
    name: z.string(),
    timeZone: z.nullable(z.string()),
    rep: z.pipe(z.object({ name: z.string(), email: z.string() }), z.transform(goingByAddress)),
    answer: z.omit(issueAccessLinkResponseSchema, { token: true, mail: true }),
    /** Whether the limits allow to mail the link. Null when that was not asked. */
    mailable: z.nullable(z.boolean()),
  }),
]);
export type CheckedCode = z.infer<typeof checkedCodeSchema>;

const extendedAccessSchema = z.object({
  answer: z.omit(extendAccessResponseSchema, { mail: true }),
  /** Null when the end of the link moved too little to be news. */
  told: z.nullable(
    z.extend(
      z.pick(checkedCodeSchema.def.options[2], { countedAt: true, name: true, timeZone: true, rep: true }),
      {
        email: z.string(),
        mailable: z.boolean(),
      },
    ),
  ),
});

/** Customers' access: its codes, its links and their details. */
export function accessCalls(call: CallDatabase) {
  return {
    /**
     * Counts the code at its limits, and voids the earlier one. `sessionId` is the representative's. What it refuses is
     * not counted. That a customer is another representative's is, for who asked: it says that this is a customer.
     */
    startVerification: (
      verification: Origin & {
        sessionId: string;
        verificationId: string;
        email: string;
        name: string;
        company: string;
        codeHash: string;
        mailboxHash: string;
      },
    ) =>
      call(
        'start_verification',
        {
          session_id_param: verification.sessionId,
          verification_id_param: verification.verificationId,
          email_param: verification.email,
          name_param: verification.name,
          company_param: verification.company,
          code_hash_param: verification.codeHash,
          mailbox_hash_param: verification.mailboxHash,
          ...originArgs(verification),
        },
        startedVerificationSchema,
      ),
    /** @param isSent false gives the attempt back. null: the mail server may have the mail */
    finishVerificationMail: (verificationId: string, isSent: boolean | null, origin: Origin) =>
      call(
        'finish_verification_mail',
        { verification_id_param: verificationId, is_sent_param: isSent, ...originArgs(origin) },
        nothing,
      ),
    /** @returns null unless the session's representative requested this code */
    findVerificationEmail: (sessionId: string, verificationId: string) =>
      call(
        'find_verification_email',
        { session_id_param: sessionId, verification_id_param: verificationId },
        z.nullable(z.string()),
      ),
    /**
     * Counts the attempt. If the code is right, exchanges it for a link with this token.
     * @param attempt.linkMailHash the mailbox to which the link should be mailed, or null. The mail is counted.
     */
    checkVerificationCode: (
      attempt: Origin & {
        sessionId: string;
        verificationId: string;
        codeHash: string;
        tokenHash: string;
        linkMailHash: string | null;
      },
    ) =>
      call(
        'check_verification_code',
        {
          session_id_param: attempt.sessionId,
          verification_id_param: attempt.verificationId,
          code_hash_param: attempt.codeHash,
          token_hash_param: attempt.tokenHash,
          ...originArgs(attempt),
          link_mail_hash_param: attempt.linkMailHash,
        },
        checkedCodeSchema,
      ),
    /** Of a mail that was counted with a link or its new end, and that no mail server took. */
    giveLinkMailBack: (counted: { sessionId: string; customerId: string; countedAt: string }) =>
      call(
        'give_link_mail_back',
        {
          session_id_param: counted.sessionId,
          customer_id_param: counted.customerId,
          counted_at_param: counted.countedAt,
        },
        nothing,
      ),
    /** Counts the mail about the new end. */
    extendAccess: ({
      sessionId,
      body,
      ...origin
    }: Origin & { sessionId: string; body: ExtendAccessRequest }) =>
      call(
        'extend_access',
        { session_id_param: sessionId, request_param: body, ...originArgs(origin) },
        extendedAccessSchema,
      ),
  };
}
