import { z } from 'zod';
import {
  type CheckedCode,
  checkedCodeSchema,
  type StartedVerification,
  startedVerificationSchema,
} from './access-answers.ts';
import { type CallDatabase, type Origin, originArgs } from './database-call.ts';

/** Customers' access: its codes, its links and their details. Each call rejects with `DatabaseError`. */
export interface AccessCalls {
  /** Voids the earlier code, unless it is too early for a new one. `sessionId` is the representative's. */
  startVerification(verification: {
    sessionId: string;
    verificationId: string;
    email: string;
    name: string;
    company: string;
    codeHash: string;
  }): Promise<StartedVerification>;
  finishVerificationMail(verificationId: string, isSent: boolean, origin: Origin): Promise<void>;
  /** @returns null unless the session's representative requested this code */
  findVerificationEmail(sessionId: string, verificationId: string): Promise<string | null>;
  /** Counts the attempt. If the code is right, exchanges it for a link with this token. */
  checkVerificationCode(
    attempt: Origin & { sessionId: string; verificationId: string; codeHash: string; tokenHash: string },
  ): Promise<CheckedCode>;
}

export function accessCalls(call: CallDatabase): AccessCalls {
  return {
    startVerification: (verification) =>
      call(
        'start_verification',
        {
          session_id_param: verification.sessionId,
          verification_id_param: verification.verificationId,
          email_param: verification.email,
          name_param: verification.name,
          company_param: verification.company,
          code_hash_param: verification.codeHash,
        },
        startedVerificationSchema,
      ),
    finishVerificationMail: async (verificationId, isSent, origin) => {
      await call(
        'finish_verification_mail',
        { verification_id_param: verificationId, is_sent_param: isSent, ...originArgs(origin) },
        z.unknown(),
      );
    },
    findVerificationEmail: (sessionId, verificationId) =>
      call(
        'find_verification_email',
        { session_id_param: sessionId, verification_id_param: verificationId },
        z.string().nullable(),
      ),
    checkVerificationCode: (attempt) =>
      call(
        'check_verification_code',
        {
          session_id_param: attempt.sessionId,
          verification_id_param: attempt.verificationId,
          code_hash_param: attempt.codeHash,
          token_hash_param: attempt.tokenHash,
          ...originArgs(attempt),
        },
        checkedCodeSchema,
      ),
  };
}
