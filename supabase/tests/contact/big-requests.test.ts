import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, BAIT, layBait } from '../fixtures/bait.ts';
import { type Answer, startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
let tokens: Record<Actor, string | undefined>;

beforeAll(async () => {
  api = await startTestBackend();
  tokens = await layBait(api);
});

afterAll(() => api.close());

/** As many keys as fit into the largest body. */
const MANY_KEYS = Object.fromEntries(Array.from({ length: 3_400 }, (_, at) => [`key${at}`, 'x'.repeat(18)]));

const send = (utm: object) =>
  api.call('/functions/v1/submit-contact', {
    body: {
      ...{ id: crypto.randomUUID(), name: 'Kay Keys', email: 'kay@keys.example', company: 'Keys', utm },
      formOpenedMs: 5_000,
    },
  });

/** Regression: 55 such requests made the list take 5 s, 300 made an export fail for everyone. */
test('of campaign parameters only the five known ones are stored', async () => {
  const sent = await send({ ...MANY_KEYS, source: 'newsletter', content: 'top' });
  expect(sent.status).toBe(200);
  const [row] = await api.sql<{ utm: object; bytes: number }>(
    'select utm, octet_length(utm::text) as bytes from public.contact_submissions where id = $1',
    [sent.body.contactRequestId],
  );
  expect(row).toEqual({ utm: { source: 'newsletter', content: 'top' }, bytes: 42 });
});

test('the database refuses campaign parameters that are larger than known ones can be', async () => {
  const saved = api.sql("select public.save_contact_request($1, 'big')", [
    {
      ...{
        id: crypto.randomUUID(),
        first_name: 'Kay',
        email: 'kay@keys.example',
        company: 'Keys',
        phone: '',
      },
      ...{ message: '', project_type: 'contact', job_title: '', job_role: '', source: 'x', tier: '' },
      ...{ utm: MANY_KEYS, referrer: '', is_quarantined: false },
    },
  ]);
  await expect(saved).rejects.toThrow('contact_submissions_utm_is_small');
});

/** Regression: the newest 50 came whole, in 2.3 MB. */
test('a person opens with as many of their long requests as fit into a page', async () => {
  await api.sql(
    `insert into public.contact_submissions (id, first_name, email, company, project_type, message, staff_note)
     select gen_random_uuid(), 'Long', 'opened@long.example', 'Long', 'contact', repeat('字', 10000), repeat('注', 4000)
     from generate_series(1, 50)`,
  );
  const { text, body } = await api.call('/functions/v1/read-people', {
    body: { action: 'open', email: 'opened@long.example' },
    token: tokens.manager,
  });
  expect(body.requests.length).toBeGreaterThan(30);
  expect(body.requestCount).toBe(50);
  expect(Buffer.byteLength(text)).toBeLessThan(1_600_000);
});

test('a page of long requests ends by its bytes, and the next pages have the rest', async () => {
  await api.sql(
    `insert into public.contact_submissions (id, first_name, email, company, project_type, message, staff_note, source)
     select gen_random_uuid(), 'Long', 'long@long.example', 'Long', 'contact', repeat('字', 10000), repeat('注', 4000),
       'long' from generate_series(1, 300)`,
  );
  const readAll = async (ask: (after: string | null) => Promise<{ page: Answer['body']; bytes: number }>) => {
    const ids = new Set<string>();
    let most = 0;
    let after: string | null = null;
    do {
      const { page, bytes } = await ask(after);
      for (const row of page.rows) ids.add(row.requestId);
      most = Math.max(most, bytes);
      expect(page.hasMore).toBe(page.nextAfter !== null);
      after = page.nextAfter;
    } while (after !== null);
    return { rows: ids.size, most };
  };
  const exported = await readAll(async (after) => {
    const answer = await api.call('/functions/v1/export-list', {
      body: { list: 'contact_requests', filter: { source: 'long' }, direction: 'desc', after },
      token: tokens.manager,
    });
    return { page: answer.body.page, bytes: Buffer.byteLength(answer.text) };
  });
  const listed = await readAll(async (after) => {
    const answer = await api.rpc(
      'get_contact_requests',
      { filter: { source: 'long' }, page_size: 100, after },
      tokens.manager,
    );
    return { page: answer.body, bytes: Buffer.byteLength(answer.text) };
  });
  // Regression: the file about the sender was one answer. It took longer than a call may with 3,000 such requests.
  const stored = await readAll(async (after) => {
    const answer = await api.call('/functions/v1/change-person', {
      body: { action: 'export', email: 'long@long.example', after },
      token: tokens.manager,
    });
    const { requests, nextAfter } = answer.body;
    const rows = requests.map(({ id }: { id: string }) => ({ requestId: id }));
    return {
      page: { rows, hasMore: nextAfter !== null, nextAfter },
      bytes: Buffer.byteLength(answer.text),
    };
  });
  await api.sql(`update public.contact_submissions set assigned_to = $1 where source = 'long'`, [BAIT.rep.A]);
  const assigned = await readAll(async (after) => {
    const answer = await api.rpc(
      'get_assigned_contact_requests',
      { page_size: 1000, after },
      tokens['rep A'],
    );
    return { page: answer.body, bytes: Buffer.byteLength(answer.text) };
  });
  expect([exported.rows, listed.rows, stored.rows]).toEqual([300, 300, 300]);
  expect(assigned.rows).toBeGreaterThanOrEqual(300);
  expect(Math.max(exported.most, listed.most, stored.most, assigned.most)).toBeLessThan(2_200_000);
});
