/** Answers of the procedures about representatives, in the database's format. For tests only. */

const NOW = '2026-11-21T10:00:00+00:00';

export const ROBIN_ID = '00000000-0000-4000-8000-0000000000d1';
export const HEIR = {
  id: '00000000-0000-4000-8000-0000000000d2',
  name: 'Heidi Heir',
  email: 'heidi.heir@corvane.example',
};
export const CUSTOMER = {
  id: '00000000-0000-4000-8000-0000000000c1',
  name: 'Ada Lovelace',
  email: 'ada@engine.example',
  company: 'Engines',
};

const ROBIN = {
  id: ROBIN_ID,
  name: 'Robin Vale',
  email: 'robin.vale@corvane.example',
  is_manager: false,
  disabled_at: null as string | null,
  erased_at: null as string | null,
  created_at: '2026-01-05T09:00:00+00:00',
  sales_id_since: '2026-01-05T09:00:00.123456+00:00' as string | null,
  customers: 12,
  open_links: 4,
  open_requests: 3,
  last_sign_in_at: '2026-11-21T07:00:00+00:00' as string | null,
  live_sessions: 2,
};

export function repRow(changes: Partial<typeof ROBIN> = {}) {
  return { ...ROBIN, ...changes };
}

export function repsPage(rows: readonly ReturnType<typeof repRow>[], nextAfter: string | null = null) {
  return {
    rows,
    has_more: nextAfter !== null,
    next_after: nextAfter,
    counts: { enabled: 3, disabled: 1, managers: 1 },
    now: NOW,
  };
}

const HANDOVER = {
  id: '00000000-0000-4000-8000-0000000000a1',
  from: { id: ROBIN_ID, name: 'Robin Vale', disabled_at: null as string | null },
  to: { id: HEIR.id, name: HEIR.name, disabled_at: null as string | null },
  by: 'Mona Manager' as string | null,
  customers: 12,
  requests: 3,
  created_at: '2026-11-21T09:00:00+00:00',
  undone_at: null as string | null,
  undo_until: '2026-11-22T09:00:00+00:00',
};

export function handoverList(...changes: readonly Partial<typeof HANDOVER>[]) {
  return { rows: changes.map((change) => ({ ...HANDOVER, ...change })), now: NOW };
}

export const CHOICES = {
  customers: [CUSTOMER],
  requests: [{ ...CUSTOMER, id: '00000000-0000-4000-8000-0000000000e1', name: 'Vera Visitor' }],
  customer_count: 12,
  request_count: 3,
};
