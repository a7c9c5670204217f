import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  changeContactRequestsResponseSchema,
  REQUESTS_CHANGE_MAX,
  type RequestsChange,
} from '../../../shared/src/contracts/backend/contact/contact-request-change.ts';
import { type Actor, BAIT, layBait } from '../fixtures/bait.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
let tokens: Record<Actor, string | undefined>;
let ids: string[];

beforeAll(async () => {
  api = await startTestBackend();
  tokens = await layBait(api);
});
afterAll(() => api.close());

beforeEach(async () => {
  await api.sql('delete from public.contact_submissions');
  await api.sql('delete from private.work_mails');
  ids = Array.from({ length: 3 }, () => crypto.randomUUID()).sort();
  await api.sql(
    `insert into public.contact_submissions (id, first_name, email, company, project_type)
     select id, 'Ada', 'ada@engine.example', 'Engines', 'contact' from unnest($1::uuid[]) as id`,
    [ids],
  );
});

const call = (changes: RequestsChange[], token = tokens.manager) =>
  api.call('/functions/v1/change-contact-requests', { body: { changes }, token });
const all = (change: RequestsChange['change'], version = 1) =>
  ids.map((requestId) => ({ requestId, version, change }));

async function change(changes: RequestsChange[]) {
  const answer = await call(changes);
  if (answer.status !== 200) throw new Error(`change-contact-requests: ${answer.status} ${answer.text}`);
  const { answers } = changeContactRequestsResponseSchema.parse(answer.body);
  return new Map(answers.map((one) => [one.requestId, one]));
}

const stored = () =>
  api.sql<{ status: string; rep: string | null; version: number }>(
    'select status, assigned_to as rep, version from public.contact_submissions order by id',
  );
const lines = async () =>
  (await api.sql("select from public.audit_events where event = 'contact_request_changed'")).length;
const mails = () =>
  api.sql<{ rep: string; requests: string[] }>(
    'select sales_rep_id as rep, request_ids as requests from private.work_mails order by sales_rep_id',
  );

test('several requests are assigned by one call, and their representative gets one mail about all', async () => {
  const answers = await change(all({ assignedTo: BAIT.rep.A }));
  expect([...answers.values()].map(({ outcome, version }) => [outcome, version])).toEqual(
    ids.map(() => ['saved', 2]),
  );
  expect(await stored()).toEqual(ids.map(() => ({ status: 'new', rep: BAIT.rep.A, version: 2 })));
  const [mail, ...others] = await mails();
  expect([mail?.rep, mail?.requests.toSorted(), others]).toEqual([BAIT.rep.A, ids, []]);
});

test('what someone else changed meanwhile is left alone and told, and the others are saved', async () => {
  await change([{ requestId: ids[1] ?? '', version: 1, change: { status: 'done' } }]);
  await api.sql('delete from public.contact_submissions where id = $1', [ids[2]]);
  const answers = await change(all({ status: 'spam' }));
  expect(answers.get(ids[0] ?? '')).toMatchObject({ outcome: 'saved', version: 2 });
  expect(answers.get(ids[1] ?? '')).toMatchObject({
    outcome: 'conflict',
    version: 2,
    lastChange: { by: 'Manager', changes: [{ field: 'status', before: 'new', after: 'done' }] },
  });
  expect(answers.get(ids[2] ?? '')).toMatchObject({ outcome: 'not_found', version: null });
  expect((await stored()).map(({ status }) => status)).toEqual(['spam', 'done']);
});

test('a repeated call gets the same answer and writes nothing', async () => {
  const first = await change(all({ status: 'spam' }));
  const before = await lines();
  expect(await change(all({ status: 'spam' }))).toEqual(first);
  expect(await lines()).toBe(before);
});

test('each request goes back to what it had', async () => {
  await change([{ requestId: ids[0] ?? '', version: 1, change: { status: 'in_progress' } }]);
  const before = (await stored()).map(({ status, rep }) => [status, rep]);
  await change(all({ status: 'spam' }).map((one, n) => ({ ...one, version: n === 0 ? 2 : 1 })));
  await change(
    ids.map((requestId, n) => ({
      requestId,
      version: n === 0 ? 3 : 2,
      change: { status: n === 0 ? 'in_progress' : 'new' },
    })),
  );
  expect((await stored()).map(({ status, rep }) => [status, rep])).toEqual(before);
});

test('a disabled representative gets none of them', async () => {
  await api.sql('update public.sales_representatives set disabled_at = now() where id = $1', [BAIT.rep.B]);
  const before = await lines();
  const answer = await call([
    { requestId: ids[0] ?? '', version: 1, change: { assignedTo: BAIT.rep.A } },
    { requestId: ids[1] ?? '', version: 1, change: { assignedTo: BAIT.rep.B } },
  ]);
  await api.sql('update public.sales_representatives set disabled_at = null where id = $1', [BAIT.rep.B]);
  expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([400, ['change.assignedTo']]);
  expect(await stored()).toEqual(ids.map(() => ({ status: 'new', rep: null, version: 1 })));
  expect([await lines(), await mails()]).toEqual([before, []]);
});

test('a representative without the role changes none, not even their own', async () => {
  await api.sql('update public.contact_submissions set assigned_to = $1', [BAIT.rep.A]);
  expect((await call(all({ status: 'done' }), tokens['rep A'])).status).toBe(403);
  expect((await stored()).map(({ status }) => status)).toEqual(['new', 'new', 'new']);
});

test('two opposite calls at once end one after the other', async () => {
  const both = await Promise.all([
    change(all({ assignedTo: BAIT.rep.A })),
    change(all({ assignedTo: BAIT.rep.B }).toReversed()),
  ]);
  const outcomes = both.map((answers) => [...new Set([...answers.values()].map(({ outcome }) => outcome))]);
  expect(outcomes.flat().sort()).toEqual(['conflict', 'saved']);
});

test.each([
  ['none', []],
  ['too many', Array.from({ length: REQUESTS_CHANGE_MAX + 1 }, () => ({ status: 'spam' as const }))],
  ['a note', [{ staffNote: 'x' }]],
  ['a release', [{ release: true }]],
  ['nothing to change', [{}]],
])('%s is refused', async (_what, wanted) => {
  const changes = wanted.map((one) => ({ requestId: crypto.randomUUID(), version: 1, change: one }));
  expect((await call(changes as RequestsChange[])).status).toBe(400);
});

test('a request that is named twice is refused, as the order of its changes would be chance', async () => {
  const [id = ''] = ids;
  const twice = [id, id.toUpperCase()].map((requestId, n) => ({
    requestId,
    version: n + 1,
    change: { status: (['done', 'spam'] as const)[n] },
  }));
  expect((await call(twice)).status).toBe(400);
  expect((await stored())[0]).toMatchObject({ status: 'new', version: 1 });
});

test('the first answer is when work began, and a request set back to new waits again', async () => {
  const answeredAt = async () =>
    (
      await api.sql<{ at: string | null }>(
        'select first_answered_at as at from public.contact_submissions where id = $1',
        [ids[0]],
      )
    )[0]?.at;
  const set = (status: 'new' | 'in_progress' | 'done' | 'spam', version: number) =>
    change([{ requestId: ids[0] ?? '', version, change: { status } }]);
  await set('spam', 1);
  expect(await answeredAt()).toBeNull();
  await set('in_progress', 2);
  const first = await answeredAt();
  expect(first).not.toBeNull();
  await set('done', 3);
  expect(await answeredAt()).toEqual(first);
  await set('new', 4);
  expect(await answeredAt()).toBeNull();
});
