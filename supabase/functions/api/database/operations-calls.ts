import { z } from 'zod';
import type { ContactRequestChange } from '../../../../shared/src/contracts/backend/contact/contact-request-change.ts';
import type { ExportListRequest } from '../../../../shared/src/contracts/backend/operations/export-list.ts';
import type { ReadPeopleRequest } from '../../../../shared/src/contracts/backend/people/people.ts';
import type { ChangePersonRequest } from '../../../../shared/src/contracts/backend/people/person-change.ts';
import type { ChangePriceRequest } from '../../../../shared/src/contracts/backend/prices/price-management.ts';
import type { handOverRequestSchema } from '../../../../shared/src/contracts/backend/representatives/handover.ts';
import type { changeRepRequestSchema } from '../../../../shared/src/contracts/backend/representatives/rep-change.ts';
import { type CallDatabase, type Origin, originArgs } from './database-call.ts';
import {
  type ChangedContactRequest,
  type ChangedPerson,
  type ChangedPrice,
  type ChangedRep,
  type CheckedManagerCode,
  changedContactRequestSchema,
  changedPersonSchema,
  changedPriceSchema,
  changedRepSchema,
  checkedManagerCodeSchema,
  type ExportedList,
  exportedListSchema,
  type HandedOver,
  handedOverSchema,
  type ReadPeople,
  readPeopleSchema,
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
  /** Writes only if the request still has this version. */
  changeContactRequest(
    request: Origin & { sessionId: string; requestId: string; version: number; change: ContactRequestChange },
  ): Promise<ChangedContactRequest>;
  /** @param request.credentialHash of the new sales ID. Null for a change that makes none */
  changeRep(
    request: Origin & {
      sessionId: string;
      change: z.output<typeof changeRepRequestSchema>;
      credentialHash: string | null;
    },
  ): Promise<ChangedRep>;
  handOver(
    request: Origin & { sessionId: string; handover: z.output<typeof handOverRequestSchema> },
  ): Promise<HandedOver>;
  /** Writes only if the plan's prices still have the version of the change. */
  changePrice(request: Origin & { sessionId: string; change: ChangePriceRequest }): Promise<ChangedPrice>;
  readPeople(request: Origin & { sessionId: string; question: ReadPeopleRequest }): Promise<ReadPeople>;
  changePerson(request: Origin & { sessionId: string; change: ChangePersonRequest }): Promise<ChangedPerson>;
  /** Writes a line of the trail about the rows that it hands out. */
  exportList(request: Origin & { sessionId: string; wanted: ExportListRequest }): Promise<ExportedList>;
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
    changeContactRequest: ({ sessionId, requestId, version, change, ...origin }) =>
      call(
        'change_contact_request',
        {
          session_id_param: sessionId,
          contact_request_id_param: requestId,
          version_param: version,
          change_param: { ...change },
          ...originArgs(origin),
        },
        changedContactRequestSchema,
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
    handOver: ({ sessionId, handover, ...origin }) =>
      call(
        'hand_over_by_manager',
        { session_id_param: sessionId, handover_param: { ...handover }, ...originArgs(origin) },
        handedOverSchema,
      ),
    changePrice: ({ sessionId, change, ...origin }) =>
      call(
        'change_price',
        { session_id_param: sessionId, change_param: { ...change }, ...originArgs(origin) },
        changedPriceSchema,
      ),
    readPeople: ({ sessionId, question, ...origin }) =>
      call(
        'read_people',
        { session_id_param: sessionId, question_param: { ...question }, ...originArgs(origin) },
        readPeopleSchema,
      ),
    changePerson: ({ sessionId, change, ...origin }) =>
      call(
        'change_person',
        { session_id_param: sessionId, change_param: { ...change }, ...originArgs(origin) },
        changedPersonSchema,
      ),
    exportList: ({ sessionId, wanted, ...origin }) =>
      call(
        'export_list',
        { session_id_param: sessionId, export_param: { ...wanted }, ...originArgs(origin) },
        exportedListSchema,
      ),
  };
}
