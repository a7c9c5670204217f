import { z } from 'zod';
import {
  checkManagerCodeResponseSchema,
  sendManagerCodeResponseSchema,
} from '../../../../shared/src/contracts/backend/operations/manager-access.ts';
import type { changeRepRequestSchema } from '../../../../shared/src/contracts/backend/representatives/rep-change.ts';
import { salesRepSchema } from '../../../../shared/src/contracts/backend/sign-in/auth.ts';
import { type CallDatabase, type Origin, originArgs } from './database-call.ts';

const startedManagerCodeSchema = z.object({ rep: salesRepSchema, answer: sendManagerCodeResponseSchema });
type StartedManagerCode = z.infer<typeof startedManagerCodeSchema>;

const checkedManagerCodeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('refused') }),
  z.object({ outcome: z.literal('opened'), answer: checkManagerCodeResponseSchema }),
]);
type CheckedManagerCode = z.infer<typeof checkedManagerCodeSchema>;

/** A row as `get_contact_requests` answers it. The browser checks its fields. */
const request = z.record(z.string(), z.unknown());

const count = z.number().int().nonnegative();

const changedRepSchema = z.discriminatedUnion('outcome', [
  /** Another representative has this address. */
  z.object({ outcome: z.literal('exists') }),
  z.object({ outcome: z.literal('last_manager') }),
  /** The account's person was erased. */
  z.object({ outcome: z.literal('erased') }),
  /** The request's key has made a sales ID before, which is void or another representative's. */
  z.object({ outcome: z.literal('used') }),
  z.object({ outcome: z.literal('added'), id: z.uuid() }),
  /** is_repeated: the values were there already, so nothing was changed. */
  z.object({ outcome: z.literal('edited'), is_repeated: z.boolean().default(false) }),
  z.object({ outcome: z.literal('enabled') }),
  z.object({ outcome: z.enum(['disabled', 'rotated', 'ended']), ended_sessions: count }),
  z.object({ outcome: z.literal('conflict'), rep: request, last_change: request.nullable() }),
]);
export type ChangedRep = z.infer<typeof changedRepSchema>;

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
