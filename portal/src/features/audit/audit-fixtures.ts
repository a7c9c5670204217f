/** Answers of the audit trail's procedures, in the database's format. For tests only. */

const NOW = '2026-11-21T10:00:00+00:00';

export const GRACE = {
  id: '00000000-0000-4000-8000-0000000000b1',
  kind: 'customer',
  name: 'Grace Moss',
  email: 'grace@moss.example',
} as const;

const BASE = {
  line_number: 7,
  occurred_at: '2026-11-21T06:59:30+00:00',
  event: 'link_revoked',
  rep_id: '00000000-0000-4000-8000-0000000000d1' as string | null,
  rep_name: 'Robin Vale' as string | null,
  rep_email: 'robin@corvane.example' as string | null,
  customer_id: GRACE.id as string | null,
  customer_name: GRACE.name as string | null,
  customer_email: GRACE.email as string | null,
  manager_name: null as string | null,
  ip_address: '203.0.113.9' as string | null,
  user_agent:
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
  return { rows, has_more: nextAfter !== null, next_after: nextAfter, person, now: NOW };
}
