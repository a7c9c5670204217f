/** Answers about prices, in the database's format. For tests only. */

export const NOW = '2026-11-21T10:00:00+00:00';

const AMOUNTS = { monthlyCents: 400_000, annualCents: 4_032_000, activationCents: 62_500 };

const PRICE = {
  validFrom: '2026-11-01T09:00:00.000001+00:00',
  amounts: AMOUNTS,
  setBy: null as { by: string; name: string | null; occurredAt: string } | null,
};

export function priceRow(monthlyCents: number, changes: Partial<typeof PRICE> = {}) {
  return { ...PRICE, amounts: { ...AMOUNTS, monthlyCents }, ...changes };
}

const BY_MONA = { by: 'manager', name: 'Mona Manager', occurredAt: '2026-11-20T10:00:00+00:00' };

/** It begins tomorrow. */
export const SCHEDULED = priceRow(410_000, {
  validFrom: '2026-11-22T09:00:00+00:00',
  setBy: BY_MONA,
});

const MOONSHOT = {
  slug: 'moonshot',
  name: 'Moonshot',
  isEnterprise: false,
  version: 'a'.repeat(32),
  inForce: PRICE as typeof PRICE | null,
  scheduled: [] as (typeof PRICE)[],
  ended: [] as (typeof PRICE)[],
};

export function planRow(changes: Partial<typeof MOONSHOT> = {}) {
  return { ...MOONSHOT, ...changes };
}

export function pricesAnswer(...plans: readonly ReturnType<typeof planRow>[]) {
  return { now: NOW, plans };
}
