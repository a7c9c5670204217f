import type { Backend } from '../../stack/backend/backend.ts';

/** A price of every plan for each week of two years, and its line in the trail. */
export async function generatePrices(sql: Backend['sql']): Promise<void> {
  await sql(`
    insert into public.product_prices (product_id, monthly_cents, annual_cents, activation_cents, valid_from)
    select p.id, 100000 + n, 1000000 + n, 50000 + n, now() - n * interval '1 week'
    from public.products p cross join generate_series(1, 104) n`);
  await sql(`
    insert into public.audit_events (event, occurred_at, detail)
    select 'price_set', v.valid_from, jsonb_build_object('by', 'operator', 'plan', p.slug, 'validFrom', v.valid_from)
    from public.product_prices v join public.products p on p.id = v.product_id`);
  for (const table of ['public.product_prices', 'public.audit_events']) await sql(`analyze ${table}`);
}
