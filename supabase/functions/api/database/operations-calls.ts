import { z } from 'zod';
import {
  checkManagerCodeResponseSchema,
  sendManagerCodeResponseSchema,
} from '../../../../shared/src/contracts/backend/operations/manager-access.ts';
import { salesRepSchema } from '../../../../shared/src/contracts/backend/sign-in/auth.ts';
import { type CallDatabase, nothing, type Origin, originArgs } from './database-call.ts';

const startedManagerCodeSchema = z.object({ rep: salesRepSchema, answer: sendManagerCodeResponseSchema });

const checkedManagerCodeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('refused') }),
  z.object({ outcome: z.literal('opened'), answer: checkManagerCodeResponseSchema }),
]);

/** Managers' codes for Operations. */
export function operationsCalls(call: CallDatabase) {
  return {
    /** Counts the code at its limits, and voids the manager's earlier one. What it refuses is not counted. */
    startManagerCode: (code: { sessionId: string; codeId: string; codeHash: string }) =>
      call(
        'start_manager_code',
        { session_id_param: code.sessionId, code_id_param: code.codeId, code_hash_param: code.codeHash },
        startedManagerCodeSchema,
      ),
    /** @param isSent false gives the attempt back. null: the mail server may have the mail */
    finishManagerCodeMail: (codeId: string, isSent: boolean | null, origin: Origin) =>
      call(
        'finish_manager_code_mail',
        { code_id_param: codeId, is_sent_param: isSent, ...originArgs(origin) },
        nothing,
      ),
    /** Counts the attempt. If the code is right, opens Operations to the session. */
    checkManagerCode: (attempt: Origin & { sessionId: string; codeId: string; codeHash: string }) =>
      call(
        'check_manager_code',
        {
          session_id_param: attempt.sessionId,
          code_id_param: attempt.codeId,
          code_hash_param: attempt.codeHash,
          ...originArgs(attempt),
        },
        checkedManagerCodeSchema,
      ),
  };
}
