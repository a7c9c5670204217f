/** Answers about prices, in the database's format. For tests only. */

export const NOW = '2026-11-21T10:00:00+00:00';

const PRICE = {
  valid_from: '2026-11-01T09:00:00.000001+00:00',
  monthly_cents: 400_000,
  annual_cents: 4_032_000,
  activation_cents: 62_500,
  set_by: null as { by: string; name: string | null; occurred_at: string } | null,
};

export function priceRow(changes: Partial<typeof PRICE> = {}) {
  return { ...PRICE, ...changes };
}

const BY_MONA = { by: 'manager', name: 'Mona Manager', occurred_at: '2026-11-20T10:00:00+00:00' };

/** It begins tomorrow. */
export const SCHEDULED = priceRow({
  valid_from: '2026-11-22T09:00:00+00:00',
  monthly_cents: 410_000,
  set_by: BY_MONA,
});

const MOONSHOT = {
  slug: 'moonshot',
  name: 'Moonshot',
  is_enterprise: false,
  version: 'a'.repeat(32),
  in_force: PRICE as typeof PRICE | null,
  scheduled: [] as (typeof PRICE)[],
  ended: [] as (typeof PRICE)[],
};

export function planRow(changes: Partial<typeof MOONSHOT> = {}) {
  return { ...MOONSHOT, ...changes };
}

export function pricesAnswer(...plans: readonly ReturnType<typeof planRow>[]) {
  return { now: NOW, plans };
}
