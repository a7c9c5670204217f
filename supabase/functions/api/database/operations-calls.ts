import { z } from 'zod';
import type { changeRepRequestSchema } from '../../../../shared/src/contracts/backend/representatives/rep-change.ts';
import { type CallDatabase, type Origin, originArgs } from './database-call.ts';
import {
  type ChangedRep,
  type CheckedManagerCode,
  changedRepSchema,
  checkedManagerCodeSchema,
  type StartedManagerCode,
  startedManagerCodeSchema,
} from './staff-answers.ts';

/** Managers' work in Operations. Each call rejects with `DatabaseError`. */
export interface OperationsCalls {
  /** Voids the manager's earlier code, unless it is too early for a new one. */
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
  /** @param request.credentialHash of the new sales ID. Null for a change that makes none */
  changeRep(
    request: Origin & {
      sessionId: string;
      change: z.output<typeof changeRepRequestSchema>;
      credentialHash: string | null;
    },
  ): Promise<ChangedRep>;
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
    changeRep: ({ sessionId, change, credentialHash, ...origin }) => {
      const { idempotencyKey: _key, ...stored } = { idempotencyKey: '', ...change };
      return call(
        'change_rep_by_manager',
        {
          session_id_param: sessionId,
          change_param: stored,
          credential_hash_param: credentialHash,
          ...originArgs(origin),
        },
        changedRepSchema,
      );
    },
  };
}
