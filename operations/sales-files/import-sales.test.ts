import { expect, test, vi } from 'vitest';
import { DANA, HEADER, MARCUS, PRIYA, saleId, saleLine, useSalesFixture } from './sales-fixture.ts';

const fixture = useSalesFixture();

test('a good file becomes sales, and the same file again changes nothing', async () => {
  const file = [
    HEADER,
    saleLine(1),
    saleLine(2, { sale_amount: '-999999999.99', commission: '', lead_email: '' }),
  ].join('\n');
  expect(await fixture.import(file)).toEqual(['2 sales: 2 new, 0 changed, 0 unchanged.']);
  expect(
    await fixture.sql(
      `select s.sale_amount::text as amount, s.commission::text as commission, l.email, s.is_cancelled
       from public.sales_records s left join public.qualified_leads l on l.id = s.qualified_lead_id
       where s.id in ($1, $2) order by s.id`,
      [saleId(1), saleId(2)],
    ),
  ).toEqual([
    { amount: '400000', commission: '32000', email: PRIYA, is_cancelled: false },
    { amount: '-99999999999', commission: '0', email: null, is_cancelled: false },
  ]);
  const after = await fixture.fingerprint();
  expect(await fixture.import(file)).toEqual(['2 sales: 0 new, 0 changed, 2 unchanged.']);
  expect(await fixture.fingerprint()).toBe(after);
});

test('a known id changes its sale, and the sums follow', async () => {
  await fixture.import([HEADER, saleLine(1)].join('\n'));
  const changed = [
    HEADER,
    saleLine(1, { sale_amount: '1.00', cancelled_at: '2026-11-21' }),
    saleLine(2),
  ].join('\n');
  expect(await fixture.import(changed)).toEqual([
    'line 2: sale_amount 4000.00 → 1.00, cancelled_at empty → 2026-11-21T00:00:00+00:00',
    '2 sales: 1 new, 1 changed, 0 unchanged.',
  ]);
  const [row] = await fixture.sql(
    'select sale_amount::int as cents, is_cancelled from public.sales_records where id = $1',
    [saleId(1)],
  );
  expect(row).toEqual({ cents: 100, is_cancelled: true });
  expect(
    await fixture.sql(`
      select sales_rep_id, sale_date, product_name, billing_frequency, is_cancelled, commission < 0,
        count(*)::int, sum(sale_amount)::bigint, sum(commission)::bigint
      from public.sales_records group by 1, 2, 3, 4, 5, 6
      except select sales_rep_id, sale_date, product_name, billing_frequency, is_cancelled, is_clawback,
        sales_count, sales_cents, commission_cents
      from private.sales_totals where not is_month`),
  ).toEqual([]);
});

/** Regression: another import could begin, and took the rows away. */
test('an import stays the only one while its question waits', async () => {
  await fixture.import([HEADER, saleLine(1)].join('\n'));
  const changed = [HEADER, saleLine(1, { product_name: 'Enterprise' })].join('\n');
  const confirm = async () => {
    await fixture.sql("update private.sales_imports set last_staged_at = now() - interval '2 minutes'");
    await vi.advanceTimersByTimeAsync(20_000);
    const heardOf = "select from private.sales_imports where last_staged_at > now() - interval '30 seconds'";
    await expect.poll(() => fixture.sql(heardOf)).toHaveLength(1);
    expect(await fixture.import(changed)).toEqual([expect.stringContaining('Another import is running')]);
  };
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const lines = await fixture.import(changed, { confirm }).finally(() => vi.useRealTimers());
  expect(lines.at(-1)).toBe('1 sale: 0 new, 1 changed, 0 unchanged.');
});

/** Regression: a spreadsheet had changed a name for good, and the import told only '1 changed'. */
test('what would change is shown before it does, and a no changes nothing', async () => {
  const rows = Array.from({ length: 30 }, (_, n) => saleLine(n + 1));
  await fixture.import([HEADER, ...rows].join('\n'));
  const before = await fixture.fingerprint();
  const changed = rows.map((row) => row.replace('Moonshot', 'MoonshÃ¶t').replace(PRIYA, ''));
  const asked: string[] = [];
  const confirm = async (question: string) => {
    asked.push(question);
    throw new Error('Nothing was changed');
  };
  const lines = await fixture.import([HEADER, ...changed, saleLine(31)].join('\n'), { confirm });
  expect(asked).toEqual(['Change 30 stored sales?']);
  expect(lines).toHaveLength(22);
  expect(lines[0]).toBe(`line 2: lead_email ${PRIYA} → empty, product_name "Moonshot" → "MoonshÃ¶t"`);
  expect(lines.slice(-2)).toEqual(['and 10 more', 'error: Nothing was changed']);
  expect(await fixture.fingerprint()).toBe(before);
});

test('commissions that differ from the rate are shown before the question, and a no imports nothing', async () => {
  await fixture.sql(
    `insert into private.commission_rates (product_name, billing_frequency, valid_from, basis_points)
     values ('Moonshot', 'monthly', '2026-11-01', 1000)`,
  );
  try {
    const file = [HEADER, saleLine(1), saleLine(2, { commission: '400.00' })].join('\n');
    const asked: string[] = [];
    const told = 'line 2: commission 320.00, but the rate of Moonshot, 10 %, gives 400.00';
    const confirm = async (question: string) => {
      asked.push(question);
      throw new Error('Nothing was changed');
    };
    expect(await fixture.import(file, { confirm })).toEqual([told, 'error: Nothing was changed']);
    expect(asked).toEqual(['Import 1 commission that differs from the rate?']);
    expect(await fixture.importedIds()).toEqual([]);
    expect(await fixture.import(file)).toEqual([told, '2 sales: 2 new, 0 changed, 0 unchanged.']);
  } finally {
    await fixture.sql('delete from private.commission_rates');
  }
});

test('without a customer column, sales keep their customers', async () => {
  await fixture.import([HEADER, saleLine(1)].join('\n'));
  const without = (text: string) => text.split(',').toSpliced(2, 1).join(',');
  const file = [without(HEADER), without(saleLine(1, { commission: '1.00' }))].join('\n');
  expect(await fixture.import(file)).toEqual([
    'line 2: commission 320.00 → 1.00',
    '1 sale: 0 new, 1 changed, 0 unchanged.',
  ]);
  const [row] = await fixture.sql<{ customer: string | null }>(
    'select qualified_lead_id as customer from public.sales_records where id = $1',
    [saleId(1)],
  );
  expect(row?.customer).not.toBeNull();
});

test('a sale of another representative is not taken over', async () => {
  await fixture.import([HEADER, saleLine(1)].join('\n'));
  const before = await fixture.fingerprint();
  const lines = await fixture.import([HEADER, saleLine(1, { rep_email: MARCUS, lead_email: '' })].join('\n'));
  expect(lines).toEqual([
    `line 2: id is a sale of another representative: "${saleId(1)}"`,
    'error: 1 mistake in 1 row, so nothing was imported. Correct the file and import it again.',
  ]);
  expect(await fixture.fingerprint()).toBe(before);
});

test('many rows show progress, and one mistake at their end undoes them all', async () => {
  const rows = Array.from({ length: 12_000 }, (_, n) => saleLine(n + 1));
  const lines = await fixture.import([HEADER, ...rows, saleLine(1)].join('\n'));
  expect(lines).toEqual([
    '10,000 rows read',
    `line 12002: id is in the file twice: "${saleId(1)}"`,
    'error: 1 mistake in 12,001 rows, so nothing was imported. Correct the file and import it again.',
  ]);
  expect(await fixture.fingerprint()).toBe(fixture.untouched());
  expect(await fixture.import([HEADER, ...rows].join('\n'))).toEqual([
    '10,000 rows read',
    '12,000 sales: 12,000 new, 0 changed, 0 unchanged.',
  ]);
});

test('a stopped import leaves nothing behind', async () => {
  const rows = Array.from({ length: 4_000 }, (_, n) => saleLine(n + 1));
  const stopped = AbortSignal.abort(new Error('Stopped'));
  expect(await fixture.import([HEADER, ...rows].join('\n'), { stopSignal: () => stopped })).toEqual([
    'error: Stopped',
  ]);
  expect(await fixture.fingerprint()).toBe(fixture.untouched());
});

test('rows of a killed import stay invisible, block nothing, and are deleted by the next import', async () => {
  const dead = crypto.randomUUID();
  await fixture.rpc('begin_sales_import', { import_id_param: dead, has_customers_param: true });
  const row = {
    line_number: 2,
    id: saleId(1),
    rep_email: DANA,
    sale_date: '2026-11-20',
    product_name: 'Moonshot',
  };
  const staged = await fixture.rpc('stage_sales', {
    import_id_param: dead,
    rows_param: [{ ...row, billing_frequency: 'monthly', sale_amount: 1, commission: 0 }],
  });
  expect(staged).toEqual({ outcome: 'staged', problems: [] });
  expect(await fixture.importedIds()).toEqual([]);

  const file = [HEADER, saleLine(2)].join('\n');
  expect(await fixture.import(file)).toEqual([
    'error: Another import is running, or was killed less than a minute ago. Try again in a minute.',
  ]);
  await fixture.sql(`update private.sales_imports set last_staged_at = now() - interval '61 seconds'`);
  expect(await fixture.import(file)).toEqual(['1 sale: 1 new, 0 changed, 0 unchanged.']);
  expect(await fixture.importedIds()).toEqual([saleId(2)]);

  // The one that was thought dead cannot come in afterwards.
  const late = await fixture.rpc('commit_sales_import', { import_id_param: dead, row_count_param: 1 });
  expect(late).toEqual({ outcome: 'unknown_import' });
});

test('a lost answer is requested again, and nothing is imported twice', async () => {
  const lost = [new Response('', { status: 504 })];
  const losing: typeof fetch = async (input, init) => {
    const answer = await fixture.fetch(input, init);
    return (String(input).endsWith('/rpc/commit_sales_import') && lost.pop()) || answer;
  };
  const lines = await fixture.import([HEADER, saleLine(1)].join('\n'), { fetch: losing });
  expect(lost).toEqual([]);
  expect(lines).toEqual(['1 sale: 1 new, 0 changed, 0 unchanged.']);
});

/** Regression: the repeated call waited for the first one, and the command said that nothing was changed. */
test('one that waits too long for the lost one is requested again', async () => {
  const late = (code: string) => Response.json({ code, message: 'of PostgreSQL' }, { status: 500 });
  const answers = [new Response('', { status: 504 }), late('55P03'), late('57014')];
  const waiting: typeof fetch = async (input, init) =>
    (String(input).endsWith('/rpc/commit_sales_import') && answers.shift()) || fixture.fetch(input, init);
  const lines = await fixture.import([HEADER, saleLine(1)].join('\n'), { fetch: waiting });
  expect(lines).toEqual(['1 sale: 1 new, 0 changed, 0 unchanged.']);
});

test('without a lost answer, one that waits too long ends the import', async () => {
  const late = Response.json({ code: '55P03', message: 'of PostgreSQL' }, { status: 500 });
  const waiting: typeof fetch = async (input, init) =>
    String(input).endsWith('/rpc/commit_sales_import') ? late : fixture.fetch(input, init);
  expect(await fixture.import([HEADER, saleLine(1)].join('\n'), { fetch: waiting })).toEqual([
    expect.stringContaining('This call changed nothing: try again in a moment'),
  ]);
  expect(await fixture.importedIds()).toEqual([]);
});
