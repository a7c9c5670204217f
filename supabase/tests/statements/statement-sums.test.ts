import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMISSION_PENDING_DAYS } from '../../../shared/src/contracts/backend/terms.ts';
import { BAIT, layBait } from '../fixtures/bait.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;

beforeAll(async () => {
  api = await startTestBackend();
  await layBait(api);
});
afterAll(() => api.close());

interface Sale {
  day: string;
  cents: number;
  isCancelled: boolean;
}

type Step =
  | { what: 'import'; sales: (Sale & { at: number })[] }
  | { what: 'undo'; back: number }
  | { what: 'delete'; at: number }
  | { what: 'approve'; months: number }
  | { what: 'pay' };

const MOST_SALES = 12;
const at = fc.nat(MOST_SALES - 1);
/** Amounts of few cents, zeros, clawbacks, and the largest. */
const cents = fc.oneof(
  fc.integer({ min: -500, max: 500 }),
  fc.constantFrom(0, 99_999_999_999, -99_999_999_999),
);
/** Around the ends of months, half of them. */
const day = fc
  .tuple(
    fc.integer({ min: 0, max: 11 }),
    fc.oneof(fc.constantFrom(1, 2, 28, 29, 30, 31), fc.integer({ min: 1, max: 28 })),
  )
  .map(([month, date]) => new Date(Date.UTC(2023, month, date)).toISOString().slice(0, 10));
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('import' as const),
      sales: fc.array(fc.record({ at, day, cents, isCancelled: fc.boolean() }), {
        minLength: 1,
        maxLength: 4,
      }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('undo' as const), back: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('delete' as const), at }) },
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constant('approve' as const), months: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('pay' as const) }) },
);

/** What a sale adds by the end of a month, said a second time. */
function finalBy(monthEnd: string, { day, cents, isCancelled }: Sale): number {
  if (isCancelled) return 0;
  const finalOn = new Date(`${day}T00:00:00Z`);
  if (cents >= 0) finalOn.setUTCDate(finalOn.getUTCDate() + COMMISSION_PENDING_DAYS);
  return finalOn.toISOString().slice(0, 10) <= monthEnd ? cents : 0;
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** One representative, and a plain list of what is stored of them. */
class Year {
  readonly repId = crypto.randomUUID();
  readonly saleIds = Array.from({ length: MOST_SALES }, () => crypto.randomUUID());
  /** By id. */
  sales = new Map<string, Sale>();
  /**
   * Imports that changed something and were not undone, with the sales before each. isTouched: a sale was deleted, or
   * an import undone since.
   */
  imports: { id: string; before: Map<string, Sale>; isTouched: boolean }[] = [];
  /** What was paid so far. */
  stated = 0;
  /** Each approved statement with its lines, as it was then. */
  approved = new Map<string, string>();

  async begin() {
    await api.sql(
      `insert into public.sales_representatives (id, name, email) values ($1::uuid, 'Year', $1 || '@year.example')`,
      [this.repId],
    );
    // Of the bait, and of a year that failed.
    await api.sql('delete from private.sales_imports where outcome is null');
  }

  async take(step: Step) {
    if (step.what === 'approve') await this.approve(step.months);
    else if (step.what === 'pay') await this.pay();
    else if (step.what === 'delete') await this.remove(step.at);
    else if (step.what === 'undo') await this.undo(step.back);
    else await this.import(step.sales);
    await this.check();
  }

  async import(rows: Extract<Step, { what: 'import' }>['sales']) {
    const before = new Map(this.sales);
    const given = new Map(rows.map(({ at: place, ...sale }) => [this.saleIds[place] ?? '', sale]));
    const id = crypto.randomUUID();
    const [begun] = await api.sql<{ is: boolean }>('select public.begin_sales_import($1, false) as is', [id]);
    expect(begun?.is).toBe(true);
    const [staged] = await api.sql<{ answer: unknown }>('select public.stage_sales($1, $2) as answer', [
      id,
      JSON.stringify(
        [...given].map(([saleId, sale], at) => ({
          line_number: at + 2,
          id: saleId,
          rep_email: `${this.repId}@year.example`,
          sale_date: sale.day,
          product_name: 'Moonshot',
          billing_frequency: 'monthly',
          sale_amount: 100,
          commission: sale.cents,
          cancelled_at: sale.isCancelled ? `${sale.day}T12:00:00Z` : null,
        })),
      ),
    ]);
    expect(staged?.answer).toEqual({ outcome: 'staged', problems: [] });
    const [done] = await api.sql<{ answer: { outcome: string; unchanged: number } }>(
      'select public.commit_sales_import($1, $2, $3) as answer',
      [id, given.size, BAIT.rep.manager],
    );
    expect(done?.answer.outcome).toBe('committed');
    for (const [saleId, sale] of given) this.sales.set(saleId, sale);
    if (done?.answer.unchanged !== given.size) this.imports.push({ id, before, isTouched: false });
  }

  /** Undoes an import, some before the last. What was changed since stays, so the sales are read again. */
  async undo(back: number) {
    const at = this.imports.length - 1 - back;
    const [undone] = at < 0 ? [] : this.imports.splice(at, 1);
    if (undone === undefined) return;
    await api.sql('select private.apply_import_undo($1, $2, null, null)', [undone.id, BAIT.rep.manager]);
    const rows = await api.sql<{ id: string; day: string; cents: string; isCancelled: boolean }>(
      `select id, sale_date::text as day, commission::text as cents, is_cancelled as "isCancelled"
       from public.sales_records where sales_rep_id = $1`,
      [this.repId],
    );
    this.sales = new Map(rows.map(({ id, cents, ...sale }) => [id, { ...sale, cents: Number(cents) }]));
    if (back === 0 && !undone.isTouched)
      expect(Object.fromEntries(this.sales), 'after the last import was undone').toEqual(
        Object.fromEntries(undone.before),
      );
    for (const earlier of this.imports) earlier.isTouched = true;
  }

  async remove(place: number) {
    const id = this.saleIds[place] ?? '';
    await api.sql('delete from public.sales_records where id = $1', [id]);
    this.sales.delete(id);
    for (const earlier of this.imports) earlier.isTouched = true;
  }

  /** Notes that the newest approved statement was paid. */
  async pay() {
    const month = [...this.approved.keys()].sort().at(-1);
    if (month === undefined) return;
    const [done] = await api.sql<{ outcome: string }>(
      'select private.pay_statement($1, $2, $3, null, null) as outcome',
      [this.repId, month, BAIT.rep.manager],
    );
    expect(done?.outcome).toBe('saved');
  }

  /** Approves some months at once, from the first that has a draft on. @returns whether there was one */
  async approve(months: number): Promise<boolean> {
    const [open] = await api.sql<{
      since: string;
      month: string;
      sums: { payCents: number };
      rowCents: string;
    }>(
      `select m.month::text as since, t.month::text,
         (select jsonb_build_object('since', to_char(s.since, 'YYYY-MM'), 'payCents', s.pay_cents, 'carriedCents', s.carried_cents)
          from private.open_sums(t.month) s where s.sales_rep_id = $1) as sums,
         (select r ->> 'payCents' from private.statement_rows(array[m.month], array[$1::uuid]) r) as "rowCents"
       from private.first_open_months(array[$1::uuid]) m
       cross join lateral (select (m.month + make_interval(months => $2 - 1))::date as month) t`,
      [this.repId, months],
    );
    if (open === undefined) return false;
    const dueBy = (month: string) => {
      const monthEnd = new Date(`${month}T00:00:00Z`);
      monthEnd.setUTCMonth(monthEnd.getUTCMonth() + 1, 0);
      const last = monthEnd.toISOString().slice(0, 10);
      return sum([...this.sales.values()].map((sale) => finalBy(last, sale))) - this.stated;
    };
    expect(Number(open.rowCents), `to pay for ${open.since}`).toBe(dueBy(open.since));
    const due = dueBy(open.month);
    expect(open.sums.payCents, `to pay for ${open.since} to ${open.month}`).toBe(due);
    const [done] = await api.sql<{ outcome: string }>(
      'select private.approve_statements($1, $2, $3, $4, null, null) as outcome',
      [this.repId, open.month, JSON.stringify(open.sums), BAIT.rep.manager],
    );
    expect(done?.outcome).toBe('saved');
    this.stated += due;
    this.approved = new Map([...(await this.stored()), ...this.approved]);
    return true;
  }

  /** Every approved statement with its lines, by month. */
  async stored(): Promise<Map<string, string>> {
    const rows = await api.sql<{ month: string; whole: unknown }>(
      `select s.month::text, jsonb_build_array(to_jsonb(s) - 'paid_at' - 'paid_by', (
         select jsonb_agg(e order by e.id) from private.commission_entries e where e.statement_id = s.id
       )) as whole
       from private.statements s where s.sales_rep_id = $1 order by s.month`,
      [this.repId],
    );
    return new Map(rows.map(({ month, whole }) => [month, JSON.stringify(whole)]));
  }

  async check() {
    const [row] = await api.sql<{ paid: string; open: string; broken: number }>(
      `select
         (select coalesce(sum(final_cents + clawed_back_cents + correction_cents), 0) from private.statements
          where sales_rep_id = $1) as paid,
         (select coalesce(sum(cents), 0) from private.commission_entries
          where sales_rep_id = $1 and statement_id is null) as open,
         (select count(*)::int from (
            select s.carried_cents - s.earned_cents + s.final_cents as before,
              coalesce(lag(s.carried_cents) over (order by s.month), 0) as last_carried,
              s.final_cents + s.clawed_back_cents + s.correction_cents as pay,
              (select coalesce(sum(e.cents), 0) from private.commission_entries e where e.statement_id = s.id) as lines
            from private.statements s where s.sales_rep_id = $1
          ) s where s.before <> s.last_carried or s.pay <> s.lines) as broken`,
      [this.repId],
    );
    const worth = sum([...this.sales.values()].map(({ cents, isCancelled }) => (isCancelled ? 0 : cents)));
    expect(Number(row?.paid), 'the statements').toBe(this.stated);
    expect(Number(row?.paid) + Number(row?.open), 'statements and open entries').toBe(worth);
    expect(row?.broken, 'statements that do not continue the one before, or differ from their lines').toBe(0);
    expect(Object.fromEntries(await this.stored())).toEqual(Object.fromEntries(this.approved));
  }
}

const RUNS = process.env.TEST_DEEP ? 1_000 : 15;

test(`in ${RUNS} random years, statements add up to the sales, and none changes after it was approved`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const year = new Year();
      await year.begin();
      for (const one of steps) await year.take(one);
      while (await year.approve(1));
      await year.check();
      const [row] = await api.sql<{ open: string }>(
        `select coalesce(sum(cents), 0) as open from private.commission_entries where sales_rep_id = $1 and statement_id is null`,
        [year.repId],
      );
      expect(row?.open, 'open once every month is approved').toBe('0');
    }),
    { seed: Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31)), numRuns: RUNS },
  );
}, 2_400_000);
