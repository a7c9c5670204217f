import { beforeEach, expect, test, vi } from 'vitest';
import type { SavedRepSettings } from '../../../shared/src/contracts/backend/representatives/rep-account.ts';
import { repTodaySchema } from '../../../shared/src/contracts/backend/representatives/rep-today.ts';
import { BAIT } from '../fixtures/bait.ts';
import {
  addRep,
  all,
  api,
  chosen,
  customers,
  from,
  has,
  ok,
  requests,
  send,
  to,
  tokenOf,
  tokens,
  undo,
  useLeaverAndHeir,
} from '../fixtures/leaver-and-heir.ts';
import { CustomersReader } from '../fixtures/read-customers.ts';

useLeaverAndHeir();

// The team was mailed about the requests that each test begins with.
beforeEach(() =>
  api.sql('update public.contact_submissions set notified_at = now() where notified_at is null'),
);

const TEAM = 'sales@corvane.example';
interface CaughtMail {
  to: string[];
  subject: string;
  text: string;
}
const mailsTo = async (address: string): Promise<CaughtMail[]> =>
  ((await api.call('/_inbox/messages.json')).body as CaughtMail[]).filter((mail) =>
    mail.to.includes(address),
  );
const mailboxOf = (repId: string) => `${repId}@hand.example`;
/** The only mail to a representative, once it has arrived. */
async function onlyMail(repId: string): Promise<CaughtMail> {
  await vi.waitFor(async () => expect(await mailsTo(mailboxOf(repId))).toHaveLength(1), 5_000);
  const [mail] = await mailsTo(mailboxOf(repId));
  if (!mail) throw new Error('No mail');
  return mail;
}
const waitingMails = () => api.sql('select 1 from private.work_mails');
const nothingWaits = () => vi.waitFor(async () => expect(await waitingMails()).toEqual([]), 5_000);

const requestOf = (email: string, fields: object = {}) => ({
  id: crypto.randomUUID(),
  name: 'Ada Lovelace',
  email,
  company: 'Engines',
  message: 'A quote please',
  ...fields,
});
async function submit(body: object): Promise<unknown> {
  const answer = await api.call('/functions/v1/submit-contact', { body });
  return { ...answer.body, contactRequestId: '' };
}
const assigneeOf = async (id: string) =>
  (
    await api.sql<{ rep: string | null }>(
      'select assigned_to as rep from public.contact_submissions where id = $1',
      [id],
    )
  )[0]?.rep;
const customerEmail = () => `${customers[0]}@client.example`;
const sweep = () =>
  api.call('/functions/v1/send-contact-notification', { body: {}, key: api.backend.secretKey });

test.each([
  ['a plan', { source: 'pricing', tier: 'Accelerate Pro' }],
  ['an ended link', { source: 'new-link' }],
  ['the contact page', {}],
])(
  "a customer's request from %s is assigned and mailed to their representative, and is in the history",
  async (_, fields) => {
    const body = requestOf(customerEmail().toUpperCase(), fields);
    const told = await submit(body);
    expect(await assigneeOf(body.id)).toBe(from);
    const mail = await onlyMail(from);
    expect(mail.text).toContain('A quote please');
    expect(mail.text.includes('Asked for: Request a new link')).toBe(
      'source' in fields && fields.source === 'new-link',
    );
    expect(mail.text).toContain(`/sales-portal?tab=requests&request=${body.id}`);
    const token = await tokenOf(from);
    const list = (await api.rpc('get_assigned_contact_requests', {}, token)).body;
    expect(list.rows.map((row: { requestId: string }) => row.requestId)).toContain(body.id);
    const { lines } = await new CustomersReader(api, token).timeline(customers[0] ?? '');
    expect(lines.map(({ event, by }) => [event, by])).toEqual([['contact_request_received', 'customer']]);
    // The team knows who answers, and the sender does not learn whether the address is a customer's.
    expect((await mailsTo(TEAM)).find(({ text }) => text.includes(body.id))?.text).toContain(
      'Assigned to: Leaver',
    );
    expect(await submit(requestOf('stranger@client.example', fields))).toEqual(told);
    await nothingWaits();
  },
);

test("a stranger's request, an opt-out, and that of a disabled representative's customer go to the team", async () => {
  const [stranger, optOut, left] = [
    requestOf('stranger@client.example'),
    requestOf(customerEmail(), { source: 'opt-out' }),
    requestOf(customerEmail()),
  ];
  await submit(stranger);
  await submit(optOut);
  await api.sql('update public.sales_representatives set disabled_at = now() where id = $1', [from]);
  await submit(left);
  for (const { id } of [stranger, optOut, left]) expect(await assigneeOf(id)).toBeNull();
  await nothingWaits();
  expect(await mailsTo(mailboxOf(from))).toEqual([]);
});

test('a quarantined request of a customer tells the representative when it is released', async () => {
  const body = requestOf(customerEmail(), { website: 'https://spam.example' });
  await submit(body);
  expect(await waitingMails()).toEqual([]);
  await api.call('/functions/v1/change-contact-request', {
    body: { requestId: body.id, version: 1, change: { release: true } },
    token: tokens.manager,
  });
  expect((await onlyMail(from)).text).toContain('A quote please');
  const { lines } = await new CustomersReader(api, await tokenOf(from)).timeline(customers[0] ?? '');
  expect(lines.map(({ event }) => event)).toEqual(['contact_request_received']);
});

const assign = (assignedTo: string, version: number) =>
  api.call('/functions/v1/change-contact-request', {
    body: { requestId: requests[0], version, change: { assignedTo } },
    token: tokens.manager,
  });

test('an assignment mails the new representative once, also when it is repeated', async () => {
  await assign(to, 1);
  await assign(to, 1);
  expect((await onlyMail(to)).subject).toContain('Cy');
  await nothingWaits();
  expect(await mailsTo(mailboxOf(to))).toHaveLength(1);
});

test('who turned mails about work off gets none until they turn them on again, and others get theirs', async () => {
  const third = await addRep('Third');
  const mailOnWork = async (isOn: boolean) =>
    (await ok('save-rep-settings', { mailOnWork: isOn } satisfies SavedRepSettings, await tokenOf(to))).body;
  expect(await mailOnWork(false)).toMatchObject({ mailOnWork: false });
  // Nothing sends these mails at once. So each row that is noted is seen.
  const noted = async () =>
    (await api.sql<{ rep: string }>('select sales_rep_id as rep from private.work_mails')).map(
      ({ rep }) => rep,
    );
  const handOver = (before: string, after: string) =>
    api.sql('select public.hand_over_customers($1, $2, null, null, true)', [before, after]);
  await linksWork();
  await handOver(from, to);
  expect(await toldCustomers()).toEqual([{ id: customers[0], rep: to }]);
  expect(await noted()).toEqual([to]);
  // The work is counted all the same.
  const today = repTodaySchema.parse((await api.rpc('get_rep_today', {}, await tokenOf(to))).body);
  expect([today.requests.count, today.handedOverCount]).toEqual([2, 2]);
  await handOver(to, third);
  await api.sql(`select private.note_work($1, null, 0, '{}', null, gen_random_uuid())`, [to]);
  expect(await noted()).toEqual([third, third]);
  expect(await mailOnWork(true)).toMatchObject({ mailOnWork: true });
  await handOver(third, to);
  expect((await noted()).filter((rep) => rep === to)).toHaveLength(2);
  await api.sql('delete from private.work_mails');
});

test('a manager who takes a request is not mailed about it', async () => {
  await assign(BAIT.rep.manager, 1);
  expect(await waitingMails()).toEqual([]);
});

test('a handover is one mail, and its undo another', async () => {
  const handover = all();
  await send(handover);
  const { text } = await onlyMail(to);
  expect(text).toContain('2 customers and 2 contact requests');
  expect(text).toMatch(/\/sales-portal\?tab=customers$/m);
  await undo(handover.handoverId);
  expect((await onlyMail(from)).text).toContain('2 customers and 2 contact requests');
  expect(await has(from)).toEqual([2, 2]);
});

const linksWork = () =>
  api.sql(
    `update public.qualified_leads
     set access_token_hash = md5(id::text) || md5(id::text), token_expires_at = now() + interval '1 hour'
     where id = any ($1::uuid[])`,
    [customers.slice(0, 1)],
  );

test('a customer whose link works is told who looks after them now, and told again by an undo', async () => {
  await linksWork();
  const handover = all({ tellsCustomers: true });
  await send(handover);
  await vi.waitFor(async () => expect(await mailsTo(customerEmail())).toHaveLength(1), 5_000);
  await nothingWaits();
  expect((await mailsTo(customerEmail()))[0]?.subject).toBe('Heir now looks after you at Corvane');
  expect(await mailsTo(`${customers[1]}@client.example`)).toEqual([]);
  // The representative is told of both customers, in a mail of their own.
  expect((await onlyMail(to)).text).toContain('2 customers and 2 contact requests');
  await undo(handover.handoverId);
  await vi.waitFor(async () => expect(await mailsTo(customerEmail())).toHaveLength(2), 5_000);
  expect((await mailsTo(customerEmail())).map(({ subject }) => subject)).toContain(
    'Leaver now looks after you at Corvane',
  );
});

/** What the sender of the only mail to a customer says of it. */
const finish = async (outcome: string, failedAt = 'now()') => {
  await api.sql(
    `with mail as (update private.work_mails set claimed_at = now() where customer_id is not null returning id)
     select public.finish_work_mail(id, $1, now()) from mail`,
    [outcome],
  );
  await api.sql(`update private.work_mails set failed_at = ${failedAt} where failed_at is not null`);
};
const toldCustomers = () =>
  api.sql<{ id: string; rep: string }>(
    'select customer_id as id, sales_rep_id as rep from private.work_mails where customer_id is not null',
  );
const handOverAndTell = () =>
  api.sql('select public.hand_over_customers($1, $2, null, null, true)', [from, to]);

test.each([
  ['given up', 'given_up', 'now()', 0],
  ['refused', 'refused', 'now()', 1],
  ['refused for an hour', 'refused', "created_at + interval '61 minutes'", 0],
])('a mail to a customer that was %s', async (_words, outcome, failedAt, left) => {
  await linksWork();
  await handOverAndTell();
  await finish(outcome, failedAt);
  const [claimed] = await api.sql<{ mails: { customer: object | null }[] }>(
    'select public.claim_work_mails(10, 0) as mails',
  );
  expect(claimed?.mails.filter(({ customer }) => customer !== null)).toHaveLength(left);
  await api.sql('delete from private.work_mails');
});

/** Regression: who was never told of a handover was told of its undo. */
test.each(['now()', "created_at + interval '61 minutes'"])(
  'an undo tells no one whose mail was refused at %s',
  async (failedAt) => {
    await linksWork();
    await handOverAndTell();
    await finish('refused', failedAt);
    await api.sql('select public.claim_work_mails(0, 240)');
    await api.sql('select public.undo_handover($1)', [from]);
    expect(await toldCustomers()).toEqual([]);
  },
);

/** Regression: the mail stayed when another customer was kept, and went out after a later handover. */
test('an undo in part takes back the mails of customers who move back', async () => {
  await linksWork();
  await handOverAndTell();
  await api.sql(
    `update public.qualified_leads set link_issued_at = now() + interval '1 minute' where id = $1`,
    [customers[1]],
  );
  await api.sql('select public.undo_handover($1)', [from]);
  expect(await has(from)).toEqual([1, 2]);
  expect(await toldCustomers()).toEqual([]);
});

test('a customer who was handed on, handed back or lost their link before the mail hears nothing old', async () => {
  const handOver = (before: string, after: string) =>
    api.sql('select public.hand_over_customers($1, $2, null, null, true)', [before, after]);
  await linksWork();
  await handOver(from, to);
  await api.sql('select public.undo_handover($1)', [from]);
  await sweep();
  expect(await mailsTo(customerEmail())).toEqual([]);
  const third = await addRep('Third');
  await handOver(from, to);
  await handOver(to, third);
  await sweep();
  expect((await mailsTo(customerEmail())).map(({ subject }) => subject)).toEqual([
    'Third now looks after you at Corvane',
  ]);
  await handOver(third, to);
  await api.sql('update public.qualified_leads set revoked_at = now() where id = $1', [customers[0]]);
  await sweep();
  expect(await mailsTo(customerEmail())).toHaveLength(1);
  expect(await waitingMails()).toEqual([]);
});

test("an operator's handover and assignment are mailed by the timer's run", async () => {
  await api.sql('select public.hand_over_customers($1, $2)', [from, to]);
  const answer = await sweep();
  expect([answer.status, answer.body]).toEqual([200, { sent: 1, failed: 0 }]);
  expect((await onlyMail(to)).text).toContain('2 customers and 2 contact requests');
  expect((await sweep()).body).toEqual({ sent: 0, failed: 0 });
});

test('a handover of requests alone names no customers', async () => {
  await send(chosen([], [...requests]));
  const { text } = await onlyMail(to);
  expect(text).toContain('You now look after 2 contact requests.');
  expect(text).toMatch(/\/sales-portal\?tab=requests$/m);
});

test('what was reassigned, closed or erased before its mail is not mailed', async () => {
  await api.sql(
    `select public.change_contact_request_as_operator($1, 1, jsonb_build_object('assignedTo', $2::text))`,
    [requests[0], to],
  );
  await api.sql(
    `select public.change_contact_request_as_operator($1, 2, jsonb_build_object('assignedTo', $2::text))`,
    [requests[0], from],
  );
  await api.sql(`select public.change_contact_request_as_operator($1, 3, '{"status": "done"}')`, [
    requests[0],
  ]);
  expect((await sweep()).body).toEqual({ sent: 0, failed: 0 });
  expect(await waitingMails()).toEqual([]);
});

test('a run mails the team about what failed before, once, and leaves what is too old to Today', async () => {
  const [late, old] = [crypto.randomUUID(), crypto.randomUUID()];
  await api.sql(
    `insert into public.contact_submissions (id, first_name, email, company, project_type, created_at)
     values ($1, 'Late', 'late@later.example', 'Later', 'contact', now() - interval '1 hour'),
       ($2, 'Old', 'old@later.example', 'Later', 'contact', now() - make_interval(days => private.mails_tried_days()))`,
    [late, old],
  );
  const runs = await Promise.all([sweep(), sweep()]);
  expect(runs.map(({ body }) => body.failed)).toEqual([0, 0]);
  const about = async (id: string) => (await mailsTo(TEAM)).filter(({ text }) => text.includes(id)).length;
  expect([await about(late), await about(old)]).toEqual([1, 0]);
});
