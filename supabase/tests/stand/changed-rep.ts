import { afterAll, beforeAll, beforeEach } from 'vitest';
import type {
  ChangeRepRequest,
  ChangeRepResponse,
} from '../../../shared/src/contracts/backend/representatives/rep-change.ts';
import { changeRepResponseSchema } from '../../../shared/src/contracts/backend/representatives/rep-change.ts';
import {
  type ListedRep,
  type RepsFilter,
  repsPageSchema,
} from '../../../shared/src/contracts/backend/representatives/rep-list.ts';
import { type Actor, BAIT, layBait } from './bait.ts';
import { type Answer, startTestBackend, type TestBackend } from './start-test-backend.ts';

export let api: TestBackend;
export let tokens: Record<Actor, string | undefined>;
/** The representative whom each test changes. */
export let rep: { id: string; email: string };
export let key: string;

/** Starts a backend for the tests of a file. Each has a representative of its own with a session. */
export function useChangedRep(): void {
  beforeAll(async () => {
    api = await startTestBackend();
    tokens = await layBait(api);
  });

  beforeEach(async () => {
    // The demonstration has a manager of its own, and a test may make more.
    await api.sql('update public.sales_representatives set is_manager = false where id <> $1', [
      BAIT.rep.manager,
    ]);
    key = crypto.randomUUID();
    const id = crypto.randomUUID();
    rep = { id, email: `${id}@team.example` };
    await api.sql(
      `insert into public.sales_representatives (id, name, email) values ($1, 'Grace Team', $2)`,
      [id, rep.email],
    );
    await api.sql(
      `insert into public.sales_sessions (sales_rep_id, refresh_hash, ip_address, user_agent)
       values ($1, md5(random()::text) || md5(random()::text), '203.0.113.9', 'curl/8')`,
      [id],
    );
  });

  afterAll(() => api.close());
}

export const call = (change: ChangeRepRequest, token = tokens.manager): Promise<Answer> =>
  api.call('/functions/v1/change-representative', { body: change, token });

export async function change(wanted: ChangeRepRequest, token = tokens.manager): Promise<ChangeRepResponse> {
  const answer = await call(wanted, token);
  if (answer.status !== 200) throw new Error(`change-representative: ${answer.status} ${answer.text}`);
  return changeRepResponseSchema.parse(answer.body);
}

export const salesIdOf = (answer: ChangeRepResponse) => ('salesId' in answer ? answer.salesId : '');
export const signIn = async (salesId: string) => {
  await api.sql('delete from private.rate_limit_counters');
  return (await api.call('/functions/v1/sign-in-rep', { body: { salesId } })).status;
};
export const texts = (changed: object = {}) => ({
  name: 'Grace Team',
  email: rep.email,
  isManager: false,
  ...changed,
});
export const edit = (changed: object) =>
  ({ action: 'edit', repId: rep.id, before: texts(), after: texts(changed) }) as const;
export const enableBack = () =>
  api.sql('update public.sales_representatives set disabled_at = null, is_manager = true where id = $1', [
    BAIT.rep.manager,
  ]);

export async function list(filter: RepsFilter = {}): Promise<ListedRep[]> {
  const answer = await api.rpc('get_reps', { filter, page_size: 1000 }, tokens.manager);
  if (answer.status !== 200) throw new Error(answer.text);
  return repsPageSchema.parse(answer.body).rows;
}
export const listed = async (id = rep.id) => (await list({ sales_rep_id: id }))[0];

export const trail = (id = rep.id) =>
  api.sql<{ event: string; detail: Record<string, unknown>; ip_address: string | null }>(
    `select event, ip_address, private.line_detail(detail, contact_request_id, manager_id) as detail
     from public.audit_events where sales_rep_id = $1 order by line_number`,
    [id],
  );
export const events = async (id?: string) => (await trail(id)).map(({ event }) => event);
export const BY = { by: 'manager', managerId: BAIT.rep.manager };
