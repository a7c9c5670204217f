import { afterAll, beforeAll, beforeEach } from 'vitest';
import {
  type HandOverRequest,
  type HandOverResponse,
  handOverResponseSchema,
} from '../../../shared/src/contracts/backend/representatives/handover.ts';
import { type Actor, BAIT, layBait } from './bait.ts';
import { type Answer, startTestBackend, type TestBackend } from './start-test-backend.ts';

export let api: TestBackend;
export let tokens: Record<Actor, string | undefined>;
/** Two customers and two open requests of `from`, made again for each test. */
export let from: string;
export let to: string;
export let customers: string[];
export let requests: string[];

/** Starts a backend for the tests of a file. Each has two representatives of its own, and one of them has work. */
export function useLeaverAndHeir(): void {
  beforeAll(async () => {
    api = await startTestBackend();
    tokens = await layBait(api);
  });

  afterAll(() => api.close());

  beforeEach(async () => {
    [from, to] = [await addRep('Leaver'), await addRep('Heir')];
    customers = [crypto.randomUUID(), crypto.randomUUID()];
    requests = [crypto.randomUUID(), crypto.randomUUID()];
    await api.sql(
      `insert into public.qualified_leads (id, email, name, qualified_by, link_issued_at)
       select v.id::uuid, v.id || '@client.example', v.name, $3, now() - interval '1 hour'
       from (values ($1, 'Ada'), ($2, 'Bo')) as v (id, name)`,
      [...customers, from],
    );
    await api.sql(
      `insert into public.contact_submissions (id, first_name, email, company, project_type, status, assigned_to)
       select v.id::uuid, v.name, 'x@client.example', 'Engines', 'contact', v.status, $4
       from (values ($1, 'Cy', 'new'), ($2, 'Di', 'in_progress'), ($3, 'Ed', 'done')) as v (id, name, status)`,
      [...requests, crypto.randomUUID(), from],
    );
  });
}

export async function addRep(name: string): Promise<string> {
  const id = crypto.randomUUID();
  await api.sql('insert into public.sales_representatives (id, name, email) values ($1, $2, $3)', [
    id,
    name,
    `${id}@hand.example`,
  ]);
  return id;
}

export const call = (body: HandOverRequest, token = tokens.manager): Promise<Answer> =>
  api.call('/functions/v1/hand-over-customers', { body, token });

export async function send(body: HandOverRequest): Promise<HandOverResponse> {
  const answer = await call(body);
  if (answer.status !== 200) throw new Error(`hand-over-customers: ${answer.status} ${answer.text}`);
  return handOverResponseSchema.parse(answer.body);
}

export const all = (changed: object = {}) =>
  ({
    action: 'hand_over',
    handoverId: crypto.randomUUID(),
    fromRepId: from,
    toRepId: to,
    expected: { customers: 2, requests: 2 },
    ...changed,
  }) as HandOverRequest & { handoverId: string };
export const chosen = (customerIds: string[], requestIds: string[]) =>
  all({ expected: undefined, customerIds, requestIds });
export const undo = (handoverId: string) => send({ action: 'undo', handoverId });

/** What a representative has: customers and open requests. */
export async function has(repId: string): Promise<[number, number]> {
  const [row] = await api.sql<{ customers: number; requests: number }>(
    `select (select count(*)::int from public.qualified_leads where qualified_by = $1) as customers,
      (select count(*)::int from public.contact_submissions
       where assigned_to = $1 and status in ('new', 'in_progress')) as requests`,
    [repId],
  );
  return [row?.customers ?? -1, row?.requests ?? -1];
}

export const trail = (ids: readonly string[]) =>
  api.sql<{ event: string; rep: string; detail: Record<string, unknown>; ip: string | null }>(
    `select event, sales_rep_id as rep, ip_address as ip, private.line_detail(detail, contact_request_id, manager_id) as detail
     from public.audit_events
     where qualified_lead_id = any ($1::uuid[]) or contact_request_id = any ($1::uuid[]) order by line_number`,
    [ids],
  );
export const undoUntil = async (handoverId: string) => {
  const [row] = await api.sql<{ until: string }>(
    'select to_json(created_at + private.handovers_undone_within()) as until from private.handovers where id = $1',
    [handoverId],
  );
  return row?.until;
};
export const BY = { by: 'manager', managerId: BAIT.rep.manager };

/** A token of a representative who is signed in. */
export async function tokenOf(repId: string): Promise<string> {
  const [session] = await api.sql<{ id: string }>(
    `insert into public.sales_sessions (sales_rep_id, refresh_hash)
     values ($1, md5(random()::text) || md5(random()::text)) returning id`,
    [repId],
  );
  return api.signToken({ sub: repId, session_id: session?.id ?? '' });
}

export async function ok(path: string, body: object, token: string): Promise<Answer> {
  const answer = await api.call(`/functions/v1/${path}`, { body, token });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer;
}
