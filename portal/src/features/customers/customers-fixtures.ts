/** Answers of the customers' procedures, in the database's format. For tests only. */

const NOW = '2026-11-21T10:00:00+00:00';

export const CUSTOMER_ID = '00000000-0000-4000-8000-0000000000c1';

const BASE = {
  lead_id: CUSTOMER_ID,
  name: 'Ana Diaz',
  email: 'ana@acme.example',
  company: 'Acme',
  status: 'active',
  has_live_session: true,
  issued_at: '2026-11-20T09:00:00+00:00',
  first_opened_at: '2026-11-20T09:10:00+00:00' as string | null,
  last_opened_at: '2026-11-21T08:00:00+00:00' as string | null,
  openings_count: 2,
  prices_seen_count: 3,
  prices_last_seen_at: '2026-11-21T08:00:00+00:00' as string | null,
  token_expires_at: '2026-11-22T09:00:30+00:00' as string | null,
  expiring_from: '2026-11-22T05:00:30+00:00' as string | null,
  extension_seconds: 259_200,
  revoked_at: null as string | null,
};

export function customerRow(changes: Partial<typeof BASE> = {}) {
  return { ...BASE, ...changes };
}

const COUNTS = { revoked: 0, expired: 0, expiring: 0, active: 1, opened: 0, issued: 0 };

export function customersPage(
  rows: readonly ReturnType<typeof customerRow>[],
  { counts = COUNTS, nextAfter = null as string | null, now = NOW } = {},
) {
  return { rows, has_more: nextAfter !== null, next_after: nextAfter, counts, now };
}

export const NO_COUNTS = { ...COUNTS, active: 0 };

export function openings(ids: readonly number[], nextSince = '2026-11-21T09:59:55+00:00') {
  return {
    openings: ids.map((id) => ({
      id: `90000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
      lead_id: CUSTOMER_ID,
      name: 'Ana Diaz',
      email: 'ana@acme.example',
      company: 'Acme',
      opened_at: '2026-11-21T09:59:58+00:00',
      is_first: true,
    })),
    now: NOW,
    next_since: nextSince,
  };
}
