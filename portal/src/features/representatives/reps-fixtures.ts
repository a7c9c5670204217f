/** Answers of the procedures about representatives. For tests only. */

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
  isManager: false,
  takesRequests: false,
  requestsPaused: false,
  disabledAt: null as string | null,
  erasedAt: null as string | null,
  createdAt: '2026-01-05T09:00:00+00:00',
  salesIdSince: '2026-01-05T09:00:00.123456+00:00' as string | null,
  customers: 12,
  openLinks: 4,
  openRequests: 3,
  lastSignInAt: '2026-11-21T06:59:30+00:00' as string | null,
  liveSessions: 2,
};

export function repRow(changes: Partial<typeof ROBIN> = {}) {
  return { ...ROBIN, ...changes };
}

export function repsPage(rows: readonly ReturnType<typeof repRow>[], nextAfter: string | null = null) {
  return {
    rows,
    hasMore: nextAfter !== null,
    nextAfter,
    counts: { enabled: 3, disabled: 1, managers: 1 },
    now: NOW,
  };
}

const HANDOVER = {
  id: '00000000-0000-4000-8000-0000000000a1',
  from: { id: ROBIN_ID, name: 'Robin Vale', disabledAt: null as string | null },
  to: { id: HEIR.id, name: HEIR.name, disabledAt: null as string | null },
  by: 'Mona Manager' as string | null,
  customers: 12,
  requests: 3,
  tellsCustomers: false,
  createdAt: '2026-11-21T09:00:00+00:00',
  undoneAt: null as string | null,
  undoUntil: '2026-11-22T09:00:00+00:00',
};

export function handoverList(...changes: readonly Partial<typeof HANDOVER>[]) {
  return { rows: changes.map((change) => ({ ...HANDOVER, ...change })), now: NOW };
}

export const CHOICES = {
  customers: [CUSTOMER],
  requests: [{ ...CUSTOMER, id: '00000000-0000-4000-8000-0000000000e1', name: 'Vera Visitor' }],
  customerCount: 12,
  requestCount: 3,
};
