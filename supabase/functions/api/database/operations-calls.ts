import { z } from 'zod';
import {
  checkManagerCodeResponseSchema,
  sendManagerCodeResponseSchema,
} from '../../../../shared/src/contracts/backend/operations/manager-access.ts';
import { salesRepSchema } from '../../../../shared/src/contracts/backend/sign-in/auth.ts';
import { type CallDatabase, type Origin, originArgs } from './database-call.ts';

const startedManagerCodeSchema = z.object({ rep: salesRepSchema, answer: sendManagerCodeResponseSchema });
type StartedManagerCode = z.infer<typeof startedManagerCodeSchema>;

const checkedManagerCodeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('refused') }),
  z.object({ outcome: z.literal('opened'), answer: checkManagerCodeResponseSchema }),
]);
type CheckedManagerCode = z.infer<typeof checkedManagerCodeSchema>;

/** Managers' work in Operations. Each call rejects with `DatabaseError`. */
export interface OperationsCalls {
  /** Counts the code at its limits, and voids the manager's earlier one. What it refuses is not counted. */
  startManagerCode(code: {
    sessionId: string;
    codeId: string;
    codeHash: string;
  }): Promise<StartedManagerCode>;
  finishManagerCodeMail(codeId: string, isSent: boolean, origin: Origin): Promise<void>;
  /** Counts the attempt. If the code is right, opens Operations to the session. */
  checkManagerCode(
    attempt: Origin & { sessionId: string; codeId: string; codeHash: string },
  ): Promise<CheckedManagerCode>;
}

export function operationsCalls(call: CallDatabase): OperationsCalls {
  return {
    startManagerCode: ({ sessionId, codeId, codeHash }) =>
      call(
        'start_manager_code',
        { session_id_param: sessionId, code_id_param: codeId, code_hash_param: codeHash },
        startedManagerCodeSchema,
      ),
    finishManagerCodeMail: async (codeId, isSent, origin) => {
      await call(
        'finish_manager_code_mail',
        { code_id_param: codeId, is_sent_param: isSent, ...originArgs(origin) },
        z.unknown(),
      );
    },
    checkManagerCode: ({ sessionId, codeId, codeHash, ...origin }) =>
      call(
        'check_manager_code',
        {
          session_id_param: sessionId,
          code_id_param: codeId,
          code_hash_param: codeHash,
          ...originArgs(origin),
        },
        checkedManagerCodeSchema,
      ),
  };
}
