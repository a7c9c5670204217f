/** Answers of the audit trail's procedures. For tests only. */

const NOW = '2026-11-21T10:00:00+00:00';

export const GRACE = {
  id: '00000000-0000-4000-8000-0000000000b1',
  kind: 'customer',
  name: 'Grace Moss',
  email: 'grace@moss.example',
} as const;

const BASE = {
  lineNumber: 7,
  occurredAt: '2026-11-21T06:59:30+00:00',
  event: 'link_revoked',
  repId: '00000000-0000-4000-8000-0000000000d1' as string | null,
  repName: 'Robin Vale' as string | null,
  repEmail: 'robin@corvane.example' as string | null,
  customerId: GRACE.id as string | null,
  customerName: GRACE.name as string | null,
  customerEmail: GRACE.email as string | null,
  managerName: null as string | null,
  ipAddress: '203.0.113.9' as string | null,
  userAgent:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36' as
      | string
      | null,
  detail: {} as Record<string, unknown>,
  names: {} as Record<string, string>,
};

export function auditRow(changes: Partial<typeof BASE> = {}) {
  return { ...BASE, ...changes };
}

export function auditPage(
  rows: readonly ReturnType<typeof auditRow>[],
  { nextAfter = null as string | null, person = null as typeof GRACE | null } = {},
) {
  return { rows, hasMore: nextAfter !== null, nextAfter, person, now: NOW };
}
