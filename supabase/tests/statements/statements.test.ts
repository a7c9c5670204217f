import { expect, test, vi } from 'vitest';
import type { OpenMonths, Statement } from '../../../shared/src/contracts/backend/statements/statements.ts';
import { BAIT } from '../fixtures/bait.ts';
import {
  addManager,
  api,
  approval,
  approve,
  cancel,
  change,
  ofMonth,
  openUpTo,
  outcomeOf,
  own,
  pay,
  rep,
  rowOf,
  sell,
  setCommission,
  tokens,
  useStatements,
} from '../fixtures/statements-fixture.ts';

useStatements();

/** Earned, became final, clawed back, corrections, to pay, carried over. */
const figuresOf = (row: Statement | undefined) =>
  row && [
    row.earnedCents,
    row.finalCents,
    row.clawedBackCents,
    row.correctionCents,
    row.payCents,
    row.carriedCents,
  ];
const figures = async (month: string) => figuresOf(await rowOf(month));
const linesOf = async (month: string) =>
  (await own(month)).rows.map(({ saleId, kind, cents }) => [saleId, kind, cents]);

test('a commission is earned in the month of its sale, and final when its pending days have ended', async () => {
  await sell('2024-01-01', 100); // Final on January 31.
  const late = await sell('2024-01-02', 200); // Final on February 1.
  await sell('2024-01-20', -30); // A clawback is never pending.
  expect(await figures('2024-01')).toEqual([300, 100, -30, 0, 70, 200]);
  expect(await figures('2024-02')).toEqual([0, 200, 0, 0, 200, 0]);
  expect(await figures('2024-03')).toBeUndefined();
  expect(await linesOf('2024-02')).toEqual([[late, 'final', 200]]);
});

test('what changes before it is final changes what is earned, and no line is a correction', async () => {
  const [cancelled, raised] = [await sell('2024-01-20', 100), await sell('2024-01-20', 100)];
  expect(await approve('2024-01')).toBe('saved');
  await cancel(cancelled);
  await setCommission(raised, 130);
  expect(await figures('2024-02')).toEqual([-70, 130, 0, 0, 130, 0]);
  expect(await linesOf('2024-02')).toEqual([[raised, 'final', 130]]);
});

test('an amount changed after its month was paid is a correction in the next, and the paid one stays', async () => {
  const [cancelled, raised] = [await sell('2024-01-01', 100), await sell('2024-01-01', 1_000)];
  const sale = await sell('2024-02-10', 7);
  expect([await approve('2024-01'), await pay('2024-01')]).toEqual(['saved', 'saved']);
  const paid = await own('2024-01');
  await cancel(cancelled);
  await setCommission(raised, 1_200);
  expect(await own('2024-01')).toEqual(paid);
  expect(await figures('2024-02')).toEqual([7, 0, 0, 100, 100, 7]);
  expect(await linesOf('2024-02')).toEqual(
    [
      [cancelled, 'correction', -100],
      [raised, 'correction', 200],
    ].toSorted(([a], [b]) => (String(a) < String(b) ? 1 : -1)),
  );
  expect([await approve('2024-02'), await approve('2024-03')]).toEqual(['saved', 'saved']);
  expect(await linesOf('2024-03')).toEqual([[sale, 'final', 7]]);
});

test('a late sale of an approved month is on the next statement', async () => {
  await sell('2024-01-01', 100);
  await approve('2024-01');
  await sell('2023-11-05', 40);
  expect([await figures('2023-11'), await figures('2024-01'), await figures('2024-02')]).toEqual([
    undefined,
    [100, 100, 0, 0, 100, 0],
    [40, 40, 0, 0, 40, 0],
  ]);
});

const approvedMonths = async () => {
  const rows = await api.sql<{ month: string }>(
    `select to_char(month, 'YYYY-MM') as month from private.statements where sales_rep_id = $1 order by 1`,
    [rep.repId],
  );
  return rows.map(({ month }) => month);
};

test('all open months up to one are approved at once, as if month by month', async () => {
  await sell('2024-01-15', 100);
  await sell('2024-02-15', 200);
  await sell('2024-06-20', -30);
  const answer = await ofMonth('2024-02');
  expect([answer.thisMonth > '2026', (answer.firstOpenMonth ?? '') <= '2024-01']).toEqual([true, true]);
  const open = await openUpTo('2024-08');
  expect(open).toEqual({ repId: rep.repId, since: '2024-01', payCents: 270, carriedCents: 0 });
  expect(await rowOf('2024-08')).toBeUndefined();
  expect([await approve('2024-08'), await outcomeOf(approval('2024-08', open as OpenMonths))]).toEqual([
    'saved',
    'saved',
  ]);
  expect(await approvedMonths()).toEqual(['2024-01', '2024-02', '2024-03', '2024-06']);
  expect([await figures('2024-01'), await figures('2024-02'), await figures('2024-03')]).toEqual([
    [100, 0, 0, 0, 0, 100],
    [200, 100, 0, 0, 100, 200],
    [0, 200, 0, 0, 200, 0],
  ]);
  expect(await openUpTo('2024-08')).toBeUndefined();
});

test('if another month is the first by now, or the sums changed, none of the months is approved', async () => {
  const sale = await sell('2024-01-15', 100);
  await sell('2024-02-15', 200);
  const seen = (await openUpTo('2024-02')) as OpenMonths;
  await setCommission(sale, 101);
  expect(await outcomeOf(approval('2024-02', seen))).toBe('conflict');
  await setCommission(sale, 100);
  await sell('2023-12-15', 1);
  expect(await outcomeOf(approval('2024-02', seen))).toBe('conflict');
  expect(await approvedMonths()).toEqual([]);
  expect(await approve('2024-01')).toBe('saved');
  expect(await outcomeOf(approval('2024-02', seen))).toBe('conflict');
  expect(await approvedMonths()).toEqual(['2023-12', '2024-01']);
});

test('managers approve and pay each other, and their own only if there is no other manager', async () => {
  const second = await addManager();
  const mine = (outcome: string) => [outcome, outcome];
  const approveAndPay = async (of: typeof rep, by: string | undefined) => {
    const { open } = (await api.rpc('get_statements', { month: '2024-01' }, by)).body;
    const seen = open.find(({ repId }: OpenMonths) => repId === of.repId);
    return [
      seen === undefined ? 'nothing open' : await outcomeOf(approval('2024-01', seen), by),
      await pay('2024-01', by, of),
    ];
  };
  const ownRepId = async (by: string | undefined) =>
    (await api.rpc('get_statements', { month: '2024-01' }, by)).body.ownRepId;
  await sell('2024-01-01', 100, second);
  expect(await ownRepId(second.token)).toBe(second.repId);
  expect(await approveAndPay(second, second.token)).toEqual(mine('own'));
  expect(await approveAndPay(second, tokens.manager)).toEqual(mine('saved'));
  await sell('2024-01-01', 100, second);
  expect((await api.rpc('get_statements', { month: '2024-02' }, second.token)).body.open).toContainEqual(
    expect.objectContaining({ repId: second.repId, since: '2024-02', payCents: 100 }),
  );
  const others = await api.sql<{ id: string }>(
    `update public.sales_representatives set is_manager = false where is_manager and id <> $1 returning id`,
    [second.repId],
  );
  try {
    expect(await ownRepId(second.token)).toBeNull();
    const seen = { repId: second.repId, since: '2024-02', payCents: 100, carriedCents: 0 };
    expect([
      await outcomeOf(approval('2024-02', seen), second.token),
      await pay('2024-02', second.token, second),
    ]).toEqual(mine('saved'));
  } finally {
    await api.sql('update public.sales_representatives set is_manager = true where id = any ($1)', [
      others.map(({ id }) => id),
    ]);
  }
});

test('a month is over when its last day is over in UTC', async () => {
  const [today] = await api.sql<{ month: string; day: string }>(
    `select to_char(private.utc_today(), 'YYYY-MM') as month, private.utc_today()::text as day`,
  );
  await sell(today?.day ?? '', -5);
  const row = await rowOf(today?.month ?? '');
  expect(figuresOf(row)).toEqual([0, 0, -5, 0, -5, 0]);
  const seen = { repId: rep.repId, since: today?.month ?? '', payCents: -5, carriedCents: 0 };
  const answer = await change(approval(today?.month ?? '', seen));
  expect(await openUpTo(today?.month ?? '')).toBeUndefined();
  expect([answer.status, answer.body.error.fields]).toEqual([400, { month: 'This month is not over yet' }]);
  expect((await api.rpc('get_statements', { month: '2199-01' }, tokens.manager)).status).toBe(400);
});

test('a draft that has other sums by now is not approved', async () => {
  const sale = await sell('2024-01-01', 100);
  const seen = (await openUpTo('2024-01')) as OpenMonths;
  await setCommission(sale, 101);
  expect(await outcomeOf(approval('2024-01', seen))).toBe('conflict');
  expect(await rowOf('2024-01')).toMatchObject({ status: 'draft', payCents: 101 });
});

test('a draft is not paid, a payment is noted once, and repeated changes have the same answer', async () => {
  await sell('2024-01-01', 100);
  const approveSeen = approval('2024-01', (await openUpTo('2024-01')) as OpenMonths);
  expect(await pay('2024-01')).toBe('conflict');
  expect([await outcomeOf(approveSeen), await outcomeOf(approveSeen)]).toEqual(['saved', 'saved']);
  expect([await pay('2024-01'), await pay('2024-01')]).toEqual(['saved', 'saved']);
  expect(await rowOf('2024-01')).toMatchObject({ status: 'paid', approvedBy: 'Manager', paidBy: 'Manager' });
  const lines = await api.sql(
    `select event, manager_id as manager, detail from public.audit_events where sales_rep_id = $1 order by line_number`,
    [rep.repId],
  );
  const detail = { by: 'manager', month: '2024-01', payCents: 100 };
  expect(lines).toEqual([
    { event: 'statement_approved', manager: BAIT.rep.manager, detail },
    { event: 'statement_paid', manager: BAIT.rep.manager, detail },
  ]);
});

test('nothing changes an approved statement, not even the owner of its table', async () => {
  await sell('2024-01-01', 100);
  await approve('2024-01');
  for (const statement of [
    'update private.statements set carried_cents = 1',
    'delete from private.statements',
    'truncate private.statements cascade',
    'update private.commission_entries set cents = 1 where statement_id is not null',
    'update private.commission_entries set statement_id = null, kind = null where statement_id is not null',
    'delete from private.commission_entries where statement_id is not null',
    'truncate public.sales_records',
  ]) {
    await expect(api.sql(statement), statement).rejects.toThrow(/never changes|append-only/);
  }
  await pay('2024-01');
  await expect(api.sql('update private.statements set paid_at = null, paid_by = null')).rejects.toThrow(
    /never changes/,
  );
});

test('a representative reads their own months, newest first, page by page', async () => {
  await sell('2024-01-01', 100);
  await sell('2024-03-20', 300);
  await approve('2024-01');
  const page = async (after: string | null = null) =>
    (await api.rpc('get_own_statements', { page_size: 60, after }, rep.token)).body;
  const first = await page();
  expect(first.rows.map(({ month, status, payCents }: Statement) => [month, status, payCents])).toEqual([
    ['2024-04', 'draft', 300],
    ['2024-03', 'draft', 0],
    ['2024-01', 'approved', 100],
  ]);
  expect(first).toMatchObject({ hasMore: false, nextAfter: null });
  const short = (await api.rpc('get_own_statements', { page_size: 1 }, rep.token)).body;
  expect([short.rows, short.hasMore]).toEqual([[], true]);
  expect((await page(short.nextAfter)).rows).toEqual(first.rows);
});

test('a statement has pages of lines, and another representative none of it', async () => {
  for (const day of ['2024-01-01', '2024-01-01', '2023-12-20']) await sell(day, 100);
  await approve('2023-12');
  const read = async (args: object, token = rep.token) =>
    api.rpc('get_statement', { month: '2024-01', ...args }, token);
  const { rows } = (await read({})).body;
  expect(rows).toHaveLength(3);
  const first = (await read({ page_size: 2 })).body;
  const second = (await read({ page_size: 2, after: first.nextAfter })).body;
  expect([...first.rows, ...second.rows]).toEqual(rows);
  expect([first.hasMore, second.hasMore, second.nextAfter]).toEqual([true, false, null]);
  expect((await read({}, tokens['rep A'])).status).toBe(404);
  expect((await read({ rep_id: rep.repId }, tokens['rep A'])).status).toBe(404);
  expect((await read({ rep_id: rep.repId }, tokens['manager without a code'])).status).toBe(404);
  expect((await read({ rep_id: rep.repId }, tokens.manager)).body.rows).toEqual(rows);
});

test('a disabled or erased representative keeps their statements, which are approved and paid as any', async () => {
  await sell('2024-01-01', 100);
  await api.sql('update public.sales_representatives set disabled_at = now() where id = $1', [rep.repId]);
  expect(await rowOf('2024-01')).toMatchObject({ isDisabled: true, payCents: 100 });
  await api.sql(`update public.sales_representatives set email = $1 || '@rep.example' where id = $1::uuid`, [
    rep.repId,
  ]);
  await api.sql('select public.erase_person($1)', [`${rep.repId}@rep.example`]);
  const row = await rowOf('2024-01');
  expect(row?.name).toBe('Former representative');
  expect([await approve('2024-01'), await pay('2024-01')]).toEqual(['saved', 'saved']);
});

async function askAbout(sale: string, question: string, month = '2024-01', token = rep.token) {
  const body = { month, saleId: sale, question };
  const answer = await api.call('/functions/v1/question-statement', { body, token });
  return answer.body.outcome ?? answer.status;
}
const answerAbout = (sale: string, answer: string) =>
  outcomeOf({
    action: 'answer',
    month: '2024-01',
    statements: [{ repId: rep.repId, saleId: sale, answer }],
  });

test('a question about a line and its answer stay with it', async () => {
  const sale = await sell('2024-01-01', 100);
  const ask = (question: string, month?: string, token?: string) => askAbout(sale, question, month, token);
  const answer = (text: string) => answerAbout(sale, text);
  expect(await ask('A draft still changes.')).toBe(404);
  await approve('2024-01');
  expect(await answer('Asked before?')).toBe('conflict');
  expect([await ask('Why not 110?'), await ask('Why not 110?'), await ask('Why?')]).toEqual([
    'saved',
    'saved',
    'conflict',
  ]);
  expect([await ask('Whose?', '2024-01', tokens['rep A']), await ask('When?', '2024-02')]).toEqual([
    404, 404,
  ]);
  expect(await rowOf('2024-01')).toMatchObject({ questionCount: 1, openQuestionCount: 1 });
  expect([await answer('By the new rate.'), await answer('By the new rate.'), await answer('No.')]).toEqual([
    'saved',
    'saved',
    'conflict',
  ]);
  expect((await own('2024-01')).rows).toMatchObject([
    { question: 'Why not 110?', answer: 'By the new rate.' },
  ]);
  expect(await rowOf('2024-01')).toMatchObject({ questionCount: 1, openQuestionCount: 0 });
  const events = await api.sql<{ event: string }>(
    `select event from public.audit_events where sales_rep_id = $1 order by line_number offset 1`,
    [rep.repId],
  );
  expect(events.map(({ event }) => event)).toEqual(['statement_questioned', 'statement_answered']);
});

/** Texts of the mails to a representative about statements, once there are as many. */
async function mailed(repId: string, count: number): Promise<string[]> {
  const [person] = await api.sql<{ email: string }>(
    'select email from public.sales_representatives where id = $1',
    [repId],
  );
  const texts = async () => {
    const mails: { to: string[]; text: string }[] = (await api.call('/_inbox/messages.json')).body;
    return mails.filter(({ to }) => to.includes(person?.email ?? '')).map(({ text }) => text);
  };
  await vi.waitFor(async () => expect(await texts()).toHaveLength(count), 5_000);
  return texts();
}

/** A mail leaves the queue a moment after it was sent. */
const untilAllMailed = () =>
  vi.waitFor(async () => expect(await api.sql('select from private.work_mails')).toEqual([]), 5_000);

test('a question is mailed to the manager who approved, else to all managers, and its answer to who asked', async () => {
  const [sale, another] = [await sell('2024-01-01', 100), await sell('2024-01-01', 100)];
  const [second, third] = [await addManager(), await addManager()];
  expect(await approve('2024-01', second.token)).toBe('saved');
  await askAbout(sale, 'Why not 110?');
  await askAbout(sale, 'Why not 110?');
  const [question] = await mailed(second.repId, 1);
  expect(question).toContain('on the statement for January 2024');
  expect(question).toContain(
    `/sales-portal/operations?tab=statements&statements-month=2024-01&statement=${rep.repId}`,
  );
  expect(question).not.toContain('110');
  await answerAbout(sale, 'By the new rate.');
  const [answer] = await mailed(rep.repId, 1);
  expect(answer).toContain('/sales-portal?tab=commissions&show=statements&statement-month=2024-01');
  await api.sql('update public.sales_representatives set is_manager = false where id = $1', [second.repId]);
  await askAbout(another, 'And this one?');
  expect(await mailed(third.repId, 1)).toEqual([expect.stringContaining(rep.repId)]);
  await mailed(second.repId, 1);
});

test('neither a manager nor a representative is mailed about questions who turned mails about work off', async () => {
  const sale = await sell('2024-01-01', 100);
  const manager = await addManager();
  await approve('2024-01', manager.token);
  const note = (byRep: string) =>
    api.sql(`select private.mail_question(s.id, $2) from private.statements s where s.sales_rep_id = $1`, [
      rep.repId,
      byRep,
    ]);
  const mailOnWork = (isOn: boolean) =>
    api.sql('update public.sales_representatives set mail_on_work = $1 where id = any ($2::uuid[])', [
      isOn,
      [rep.repId, manager.repId],
    ]);
  await untilAllMailed();
  await mailOnWork(false);
  await note(rep.repId);
  await note(manager.repId);
  expect(await api.sql('select from private.work_mails')).toEqual([]);
  await mailOnWork(true);
  await askAbout(sale, 'Why not 110?');
  await mailed(manager.repId, 1);
});

test('a question that was answered before its mail is not mailed', async () => {
  const sale = await sell('2024-01-01', 100);
  await approve('2024-01');
  await askAbout(sale, 'Why not 110?');
  await answerAbout(sale, 'By the new rate.');
  await mailed(rep.repId, 1);
  await untilAllMailed();
  await api.sql(
    `select private.mail_question(s.id, s.sales_rep_id) from private.statements s where s.sales_rep_id = $1`,
    [rep.repId],
  );
  expect(await api.sql('select from private.work_mails')).not.toEqual([]);
  const [claimed] = await api.sql(`select public.claim_work_mails(10, 240) as mails`);
  expect(claimed).toEqual({ mails: [] });
  expect(await api.sql('select from private.work_mails')).toEqual([]);
});

test('the file for payroll has the rows of the month, and leaves a line in the trail', async () => {
  await sell('2024-01-01', 100);
  const exported = await api.call('/functions/v1/export-list', {
    body: { list: 'statements', filter: { month: '2024-01' }, after: null },
    token: tokens.manager,
  });
  const { rows } = await ofMonth('2024-01');
  expect(exported.body.page.rows).toEqual(rows);
  const [line] = await api.sql(
    `select detail from public.audit_events where event = 'statements_exported' order by line_number desc limit 1`,
  );
  expect(line).toEqual({ detail: { by: 'manager', rows: rows.length, filter: { month: '2024-01' } } });
});
