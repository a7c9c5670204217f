import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type ChangeContactRequestResponse,
  type ContactRequestChange,
  changeContactRequestResponseSchema,
} from '../../../shared/src/contracts/backend/contact/contact-request-change.ts';
import { type Actor, BAIT, layBait } from '../fixtures/bait.ts';
import { type Answer, startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
let tokens: Record<Actor, string | undefined>;
let requestId: string;

beforeAll(async () => {
  api = await startTestBackend();
  tokens = await layBait(api);
});

beforeEach(async () => {
  requestId = crypto.randomUUID();
  await api.sql(
    `insert into public.contact_submissions (id, first_name, email, company, project_type, message)
     values ($1, 'Ada', 'ada@engine.example', 'Engines', 'contact', 'Secret plan')`,
    [requestId],
  );
});

afterAll(() => api.close());

const call = (change: ContactRequestChange, version = 1, token = tokens.manager): Promise<Answer> =>
  api.call('/functions/v1/change-contact-request', { body: { requestId, version, change }, token });

async function change(
  wanted: ContactRequestChange,
  version = 1,
  token = tokens.manager,
): Promise<ChangeContactRequestResponse> {
  const answer = await call(wanted, version, token);
  if (answer.status !== 200) throw new Error(`change-contact-request: ${answer.status} ${answer.text}`);
  return changeContactRequestResponseSchema.parse(answer.body);
}

const trail = () =>
  api.sql<{ rep: string | null; detail: Record<string, unknown> }>(
    `select sales_rep_id as rep, private.line_detail(detail, contact_request_id, manager_id) as detail from public.audit_events
     where event = 'contact_request_changed' and contact_request_id = $1 order by line_number`,
    [requestId],
  );

test('status, assignment and note are saved, and the trail has before and after without any text', async () => {
  const staffNote = 'Called.\n<b>Wants</b> =1+1';
  const saved = await change({ status: 'in_progress', assignedTo: BAIT.rep.A, staffNote });
  expect(saved).toMatchObject({
    outcome: 'saved',
    request: {
      status: 'in_progress',
      staffNote,
      version: 2,
      assignedTo: { id: BAIT.rep.A, name: 'Rep A' },
      statusChangedAt: expect.any(String),
    },
  });
  const lines = await trail();
  expect(lines).toEqual([
    {
      rep: BAIT.rep.manager,
      detail: {
        by: 'manager',
        requestId,
        version: 2,
        status: { before: 'new', after: 'in_progress' },
        assignedTo: { before: null, after: BAIT.rep.A },
        staffNote: 'changed',
      },
    },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/Called|Secret|Ada/);
});

test('one of twenty simultaneous changes is saved, and the others get a conflict', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => change({ status: 'done', staffNote: `Note ${n}` })),
  );
  const saved = answers.filter(({ outcome }) => outcome === 'saved');
  expect(saved).toHaveLength(1);
  const stored = saved[0]?.request;
  for (const answer of answers) {
    if (answer.outcome === 'saved') continue;
    expect(answer.request).toEqual(stored);
    expect(answer.lastChange).toMatchObject({
      by: 'Manager',
      changes: [{ field: 'status', before: 'new', after: 'done' }, { field: 'staff_note' }],
    });
  }
  expect(await trail()).toHaveLength(1);
});

/** Regression: a representative who moved one request back and forth wrote a line each time. */
test('many changes of one request by one person write few lines, and each is saved', async () => {
  for (let version = 1; version <= 70; version += 1)
    expect(await change({ status: version % 2 === 1 ? 'done' : 'new' }, version)).toMatchObject({
      outcome: 'saved',
      request: { version: version + 1 },
    });
  const lines = await trail();
  expect(lines.map(({ detail }) => detail.times ?? 1)).toEqual([...Array(20).fill(1), 32, 64]);
  // Another person, and another request, have their own.
  await change({ assignedTo: BAIT.rep.A }, 71);
  await change({ staffNote: 'x' }, 72, tokens['rep A']);
  expect(await trail()).toHaveLength(23);
});

test('the second of two people learns the new assignment and overwrites nothing', async () => {
  await change({ assignedTo: BAIT.rep.A });
  const second = await change({ status: 'spam' });
  expect(second).toMatchObject({
    outcome: 'conflict',
    request: { status: 'new', version: 2, assignedTo: { name: 'Rep A' } },
    lastChange: { changes: [{ field: 'assigned_to', before: null, after: 'Rep A' }] },
  });
  expect(await change({ status: 'spam' }, 2)).toMatchObject({ outcome: 'saved', request: { version: 3 } });
});

test('a repeated change after a lost answer succeeds without a second line in the trail', async () => {
  const first = await change({ status: 'done', staffNote: 'x' });
  expect(await change({ status: 'done', staffNote: 'x' })).toEqual(first);
  expect(await trail()).toHaveLength(1);
});

test.each(['unknown', 'disabled'])('a request cannot be assigned to an %s representative', async (who) => {
  await api.sql('update public.sales_representatives set disabled_at = now() where id = $1', [BAIT.rep.B]);
  const answer = await call({ assignedTo: who === 'unknown' ? crypto.randomUUID() : BAIT.rep.B });
  await api.sql('update public.sales_representatives set disabled_at = null where id = $1', [BAIT.rep.B]);
  expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([400, ['change.assignedTo']]);
  expect(await trail()).toEqual([]);
});

describe('a representative', () => {
  const asA = (wanted: ContactRequestChange, version: number) => call(wanted, version, tokens['rep A']);

  test('changes status and note of what is assigned to them, until it is assigned to another', async () => {
    expect((await asA({ status: 'done' }, 1)).status).toBe(404);
    await change({ assignedTo: BAIT.rep.A });
    expect((await asA({ status: 'in_progress', staffNote: 'Mine' }, 2)).body.outcome).toBe('saved');
    expect((await trail())[1]).toMatchObject({ rep: BAIT.rep.A, detail: { by: 'representative' } });
    expect((await call({ status: 'done' }, 3, tokens['rep B'])).status).toBe(404);
    await change({ assignedTo: BAIT.rep.B }, 3);
    expect((await asA({ status: 'done' }, 4)).status).toBe(404);
  });

  test('neither assigns nor releases', async () => {
    await change({ assignedTo: BAIT.rep.A });
    expect((await asA({ assignedTo: BAIT.rep.B }, 2)).status).toBe(403);
    expect((await asA({ assignedTo: null }, 2)).status).toBe(403);
    expect((await asA({ release: true }, 2)).status).toBe(403);
  });

  test('reaches nothing in quarantine', async () => {
    await change({ assignedTo: BAIT.rep.A });
    await api.sql('update public.contact_submissions set quarantined_at = now() where id = $1', [requestId]);
    expect((await asA({ status: 'done' }, 2)).status).toBe(404);
  });
});

/** Regression: the request of a manager who was writing a note no longer existed when the eight hours were over. */
test('a manager whose time is over is asked for a code again, and the request is not said to be missing', async () => {
  for (const who of ['manager whose time is over', 'manager without a code'] as const) {
    expect((await call({ staffNote: 'Long text' }, 1, tokens[who])).status).toBe(403);
    expect((await call({ assignedTo: BAIT.rep.A }, 1, tokens[who])).status).toBe(403);
  }
  expect((await call({ staffNote: 'x' }, 1, tokens['rep B, no longer a manager'])).status).toBe(404);
  expect(await trail()).toEqual([]);
});

test('two simultaneous releases end the quarantine once and mail the team once', async () => {
  await api.sql('update public.contact_submissions set quarantined_at = now() where id = $1', [requestId]);
  const answers = await Promise.all([change({ release: true }), change({ release: true })]);
  for (const answer of answers) {
    expect(answer).toMatchObject({
      outcome: 'saved',
      notified: true,
      request: { quarantinedAt: null, version: 2 },
    });
  }
  const mails: { text: string }[] = (await api.call('/_inbox/messages.json')).body;
  expect(mails.filter(({ text }) => text.includes(`(${requestId})`))).toHaveLength(1);
  expect(await trail()).toMatchObject([{ detail: { quarantine: 'released' } }]);
});

test('erasing a person deletes the notes on their requests, and an erased representative loses all assignments', async () => {
  await change({ staffNote: 'Private words', assignedTo: BAIT.rep.B });
  const other = requestId;
  requestId = crypto.randomUUID();
  await api.sql(
    `insert into public.contact_submissions (id, first_name, email, company, project_type, staff_note)
     values ($1, 'Eve', 'eve@engine.example', 'Engines', 'contact', 'knows ADA@engine.example')`,
    [requestId],
  );
  await change({ assignedTo: BAIT.rep.B });
  const erased = await api.sql<{ report: Record<string, unknown> }>(
    `select public.erase_person('Ada@engine.example') as report`,
  );
  expect(erased[0]?.report).toMatchObject({
    outcome: 'erased',
    contactRequests: expect.any(Number),
    redacted: 1,
  });
  expect(await api.sql('select 1 from public.contact_submissions where id = $1', [other])).toEqual([]);

  await api.sql('update public.qualified_leads set qualified_by = $1 where qualified_by = $2', [
    BAIT.rep.A,
    BAIT.rep.B,
  ]);
  await api.sql('update public.sales_representatives set disabled_at = now() where id = $1', [BAIT.rep.B]);
  await api.sql(`select public.erase_person('b@bait.example')`);
  expect(
    await api.sql('select assigned_to, version from public.contact_submissions where id = $1', [requestId]),
  ).toEqual([{ assigned_to: null, version: 4 }]);
});
