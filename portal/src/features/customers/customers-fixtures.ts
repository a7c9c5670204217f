/** Answers of the customers' procedures, in the database's format. For tests only. */

const NOW = '2026-11-21T10:00:00+00:00';

export const CUSTOMER_ID = '00000000-0000-4000-8000-0000000000c1';

const BASE = {
  customerId: CUSTOMER_ID,
  name: 'Ana Diaz',
  email: 'ana@acme.example',
  company: 'Acme',
  status: 'active',
  hasLiveSession: true,
  issuedAt: '2026-11-20T09:00:00+00:00',
  firstOpenedAt: '2026-11-20T09:10:00+00:00' as string | null,
  lastOpenedAt: '2026-11-21T07:59:30+00:00' as string | null,
  openingsCount: 2,
  pricesSeenCount: 3,
  pricesLastSeenAt: '2026-11-21T07:59:30+00:00' as string | null,
  tokenExpiresAt: '2026-11-22T09:00:30+00:00' as string | null,
  expiringFrom: '2026-11-22T05:00:30+00:00' as string | null,
  extensionSeconds: 259_200,
  revokedAt: null as string | null,
};

export function customerRow(changes: Partial<typeof BASE> = {}) {
  return { ...BASE, ...changes };
}

const COUNTS = { revoked: 0, expired: 0, expiring: 0, active: 1, opened: 0, issued: 0 };

export function customersPage(
  rows: readonly ReturnType<typeof customerRow>[],
  { counts = COUNTS, nextAfter = null as string | null, now = NOW } = {},
) {
  return { rows, hasMore: nextAfter !== null, nextAfter, counts, now };
}

export const NO_COUNTS = { ...COUNTS, active: 0 };

export function openings(ids: readonly number[], nextSince = '2026-11-21T09:59:55+00:00') {
  return {
    openings: ids.map((id) => ({
      id: `90000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
      customerId: CUSTOMER_ID,
      name: 'Ana Diaz',
      email: 'ana@acme.example',
      company: 'Acme',
      openedAt: '2026-11-21T09:59:58+00:00',
      isFirst: true,
    })),
    now: NOW,
    nextSince,
  };
}
