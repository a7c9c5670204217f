import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { ChangeStatementsRequest } from '../../../shared/src/contracts/backend/statements/statement-change.ts';
import type {
  MonthStatements,
  OpenMonths,
  Statement,
  StatementPage,
} from '../../../shared/src/contracts/backend/statements/statements.ts';
import { type Actor, layBait } from './bait.ts';
import { addRep as addSampleRep } from './sales-sample.ts';
import { startTestBackend, type TestBackend } from './start-test-backend.ts';

export let api: TestBackend;
export let tokens: Record<Actor, string | undefined>;
/** A representative of the test's own, without sales. */
export let rep: Awaited<ReturnType<typeof addSampleRep>>;

/** Starts a backend for the tests of a file. */
export function useStatements(): void {
  beforeAll(async () => {
    api = await startTestBackend();
    tokens = await layBait(api);
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    rep = await addSampleRep(api, `R${crypto.randomUUID()}`);
  });
}

/** Adds a sale, of the test's representative or another. @returns its id */
export async function sell(day: string, cents: number, { repId } = rep): Promise<string> {
  const id = crypto.randomUUID();
  await api.sql(
    `insert into public.sales_records (id, sales_rep_id, sale_date, product_name, billing_frequency, sale_amount, commission)
     values ($1, $2, $3, 'Moonshot', 'monthly', 400000, $4)`,
    [id, repId, day, cents],
  );
  return id;
}

export const setCommission = (saleId: string, cents: number) =>
  api.sql('update public.sales_records set commission = $2 where id = $1', [saleId, cents]);

export const cancel = (saleId: string) =>
  api.sql('update public.sales_records set is_cancelled = true, cancelled_at = now() where id = $1', [
    saleId,
  ]);

export const ofMonth = async (month: string): Promise<MonthStatements> =>
  (await api.rpc('get_statements', { month }, tokens.manager)).body;

/** The row of the test's representative. */
export const rowOf = async (month: string): Promise<Statement | undefined> =>
  (await ofMonth(month)).rows.find(({ repId }) => repId === rep.repId);

/** What the test's representative has open up to a month. */
export const openUpTo = async (month: string): Promise<OpenMonths | undefined> =>
  (await ofMonth(month)).open.find(({ repId }) => repId === rep.repId);

/** The statement as the representative reads it. */
export const own = async (month: string): Promise<StatementPage> =>
  (await api.rpc('get_statement', { month }, rep.token)).body;

export const change = (body: ChangeStatementsRequest, token = tokens.manager) =>
  api.call('/functions/v1/change-statements', { body, token });

/** What became of the change of the one statement. */
export async function outcomeOf(body: ChangeStatementsRequest, token = tokens.manager): Promise<string> {
  const answer = await change(body, token);
  return answer.body.answers?.[0]?.outcome ?? answer.status;
}

/** Approves what was seen of the open months up to one. */
export const approval = (month: string, seen: OpenMonths): ChangeStatementsRequest => ({
  action: 'approve',
  month,
  statements: [seen],
});

export async function approve(month: string, token = tokens.manager): Promise<string> {
  const open = await openUpTo(month);
  return open === undefined ? 'nothing open' : outcomeOf(approval(month, open), token);
}

export const pay = (month: string, token = tokens.manager, { repId } = rep) =>
  outcomeOf({ action: 'pay', month, statements: [{ repId }] }, token);

/** Another manager, with access to Operations. */
export async function addManager(): Promise<typeof rep> {
  const manager = await addSampleRep(api, `M${crypto.randomUUID()}`);
  await api.sql('update public.sales_representatives set is_manager = true where id = $1', [manager.repId]);
  await api.sql('update public.sales_sessions set manager_until = expires_at where id = $1', [
    manager.sessionId,
  ]);
  return manager;
}
