import { afterAll, beforeAll, expect, test } from 'vitest';
import { BAIT, layBait } from '../fixtures/bait.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;

beforeAll(async () => {
  api = await startTestBackend();
  await layBait(api);
  await api.sql('delete from private.sales_imports');
});
afterAll(() => api.close());

interface Sale {
  id: string;
  sale_amount: number;
  commission: number;
  cancelled_at: string | null;
  product_name?: string;
}

/** Imports a file of these sales of rep A, all of one customer. @returns the import's id */
async function importSales(sales: readonly Sale[]): Promise<string> {
  const importId = crypto.randomUUID();
  await api.sql('select public.begin_sales_import($1, true)', [importId]);
  const rows = sales.map((sale, index) => ({
    line_number: index + 2,
    rep_email: 'a@bait.example',
    lead_email: 'one@bait.example',
    sale_date: '2026-01-15',
    product_name: 'Moonshot',
    billing_frequency: 'monthly',
    ...sale,
  }));
  const [staged] = await api.sql<{ answer: { problems: unknown[] } }>(
    'select public.stage_sales($1, $2) as answer',
    [importId, JSON.stringify(rows)],
  );
  expect(staged?.answer.problems).toEqual([]);
  await api.sql('select public.commit_sales_import($1, $2)', [importId, rows.length]);
  return importId;
}

const linesOf = (importId: string) =>
  api.sql<{ event: string; rep: string | null; customer: string | null; detail: Record<string, unknown> }>(
    `select event, sales_rep_id as rep, qualified_lead_id as customer, detail - 'importId' as detail
     from public.audit_events where detail ->> 'importId' = $1 order by event, detail ->> 'saleId'`,
    [importId],
  );

test('an import that overwrites commissions leaves each changed amount in the trail, before and after', async () => {
  const [raised, cancelled, renamed] = [0, 1, 2].map((n) => `5a1e0000-0000-4000-8000-00000000000${n}`) as [
    string,
    string,
    string,
  ];
  const before = { sale_amount: 400_000, commission: 32_000, cancelled_at: null };
  const first = await importSales([raised, cancelled, renamed].map((id) => ({ id, ...before })));
  const whole = (inserted: number, updated: number, unchanged: number) => ({
    event: 'sales_imported',
    rep: null,
    customer: null,
    detail: { by: 'operator', inserted, updated, unchanged },
  });
  expect(await linesOf(first)).toEqual([whole(3, 0, 0)]);

  const cancelledAt = '2026-02-01T00:00:00+00:00';
  const second = await importSales([
    { id: raised, ...before, commission: 40_000 },
    { id: cancelled, ...before, cancelled_at: cancelledAt },
    { id: renamed, ...before, product_name: 'Accelerate' },
  ]);
  const amounts = (commissionCents: number, at: string | null = null) => ({
    amountCents: 400_000,
    commissionCents,
    cancelledAt: at,
  });
  const line = (saleId: string, after: object) => ({
    event: 'sale_amounts_changed',
    // Without the customer, whose next representative would read what the seller earned.
    rep: BAIT.rep.A,
    customer: null,
    detail: { by: 'operator', saleId, before: amounts(32_000), after },
  });
  expect(await linesOf(second)).toEqual([
    line(raised, amounts(40_000)),
    line(cancelled, amounts(32_000, cancelledAt)),
    whole(0, 3, 0),
  ]);
  const third = await importSales([{ id: raised, ...before, commission: 40_000 }]);
  expect(await linesOf(third)).toEqual([whole(0, 0, 1)]);
});
