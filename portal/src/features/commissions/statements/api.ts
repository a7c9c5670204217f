import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import { exportedStatementsSchema } from '@corvane/shared/contracts/backend/operations/export-list';
import {
  type ChangeStatementsRequest,
  changeStatementsResponseSchema,
  questionStatementResponseSchema,
  STATEMENTS_CHANGE_MAX,
} from '@corvane/shared/contracts/backend/statements/statement-change';
import {
  monthStatementsSchema,
  type OpenMonths,
  ownStatementsSchema,
  type StatementLine,
  statementPageSchema,
} from '@corvane/shared/contracts/backend/statements/statements';
import { isApiError } from '@corvane/shared/contracts/remote/api-error';
import { monthsDown } from '@corvane/shared/lib/months';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { failureWords, TOO_MANY } from '../../../lib/failure-words.ts';
import { exportedPages } from '../../../ui/tables/export-button.tsx';
import { pagesQuery } from '../../../ui/tables/pages-query.ts';

export const statementKeys = { all: ['statements'] as const };

/** The statements of a month, for managers. @param month null for the last that is over */
export function monthStatementsQuery(api: Api, month: string | null) {
  return queryOptions({
    queryKey: [...statementKeys.all, 'month', month],
    queryFn: ({ signal }) =>
      ask(api, 'get_statements', month === null ? {} : { month }, monthStatementsSchema, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The representative's own months. */
export function ownStatementsQuery(api: Api) {
  return pagesQuery([...statementKeys.all, 'own'], (after, signal) =>
    ask(api, 'get_own_statements', { after }, ownStatementsSchema, { signal }),
  );
}

/** Which statement. */
export interface StatementOf {
  month: string;
  /** null: the representative's own. */
  repId: string | null;
}

/** One statement with its lines. */
export function statementQuery(api: Api, { month, repId }: StatementOf) {
  return pagesQuery([...statementKeys.all, 'one', repId, month], (after, signal) => {
    const whose = repId === null ? { page_size: 1000 } : { rep_id: repId };
    return ask(api, 'get_statement', { month, after, ...whose }, statementPageSchema, { signal });
  });
}

/** The rows of a month, for the file. The audit trail records each export. */
export function exportedStatements(api: Api, month: string, signal: AbortSignal) {
  return exportedPages(api, { list: 'statements', filter: { month } }, exportedStatementsSchema, signal);
}

/** @returns of how many representatives the statements were left as they are, because what others did was first */
async function changeStatements(api: Api, wanted: ChangeStatementsRequest): Promise<number> {
  const { answers } = await ask(api, 'change-statements', wanted, changeStatementsResponseSchema);
  return answers.filter(({ outcome }) => outcome !== 'saved').length;
}

/** Some representatives after the other, so that each call is answered in time. */
async function changeInTurn<Of>(all: readonly Of[], atOnce: number, change: (some: Of[]) => Promise<number>) {
  let left = 0;
  for (let from = 0; from < all.length; from += atOnce) left += await change(all.slice(from, from + atOnce));
  return left;
}

/** Approves all open months up to one. @returns of how many representatives they were left as they are */
export function approveStatements(api: Api, month: string, open: readonly OpenMonths[]): Promise<number> {
  const months = Math.max(1, ...open.map(({ since }) => monthsDown(since, month).length));
  return changeInTurn(open, Math.max(1, Math.floor(STATEMENTS_CHANGE_MAX / months)), (statements) =>
    changeStatements(api, { action: 'approve', month, statements }),
  );
}

/** @returns how many were left as they are */
export function payStatements(api: Api, month: string, repIds: readonly string[]): Promise<number> {
  return changeInTurn(repIds, STATEMENTS_CHANGE_MAX, (some) =>
    changeStatements(api, { action: 'pay', month, statements: some.map((repId) => ({ repId })) }),
  );
}

/** Keeps a question of the representative, or a manager's answer. @returns whether it was kept */
export async function writeAbout(
  api: Api,
  { month, repId }: StatementOf,
  { saleId }: StatementLine,
  text: string,
): Promise<boolean> {
  if (repId === null) {
    const question = { month, saleId, question: text };
    const answer = await ask(api, 'question-statement', question, questionStatementResponseSchema);
    return answer.outcome === 'saved';
  }
  const statements = [{ repId, saleId, answer: text }];
  return (await changeStatements(api, { action: 'answer', month, statements })) === 0;
}

/** Why a change failed, and what to do about it. */
export function statementFailureWords(error: unknown): string {
  const refused = isApiError(error) ? error.fields.month : undefined;
  return (
    refused ??
    failureWords(error, {
      forbidden: 'You may not change this any more. Open the page again.',
      not_found: 'This statement no longer has that line. Open the page again.',
      rate_limited: TOO_MANY,
    })
  );
}
