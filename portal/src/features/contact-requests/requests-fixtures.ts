/** Answers of the procedures about contact requests. For tests only. */

// Half a minute after the stopped clock, which polling moves by some milliseconds.
const NOW = '2026-11-21T10:00:30+00:00';

export const REQUEST_ID = '00000000-0000-4000-8000-0000000000e1';
export const ROBIN = { id: '00000000-0000-4000-8000-0000000000d1', name: 'Robin Vale' };

const BASE = {
  requestId: REQUEST_ID,
  firstName: 'Ada',
  lastName: 'Lovelace' as string | null,
  email: 'ada@lovelace.example',
  company: 'Engines Ltd',
  phone: '',
  jobTitle: '',
  jobRole: '',
  message: 'Please call me.\nThank you.',
  form: 'contact',
  source: 'pricing',
  planName: '',
  billing: '',
  utm: {} as Record<string, string>,
  referrer: '',
  status: 'new',
  statusChangedAt: null as string | null,
  answerDueAt: null as string | null,
  firstAnsweredAt: null as string | null,
  staffNote: '',
  version: 1,
  assignedTo: null as { id: string; name: string } | null,
  customerId: null as string | null,
  quarantinedAt: null as string | null,
  notifiedAt: '2026-11-21T07:00:01+00:00' as string | null,
  consentWithdrawnAt: null as string | null,
  createdAt: '2026-11-21T06:59:30+00:00',
};

export function requestRow(changes: Partial<typeof BASE> = {}) {
  return { ...BASE, ...changes };
}

type Rows = readonly ReturnType<typeof requestRow>[];

const COUNTS = { new: 1, in_progress: 0, done: 0, spam: 0, quarantined: 0 };
export const NO_REQUESTS = { ...COUNTS, new: 0 };

export function requestsPage(rows: Rows, { counts = COUNTS, nextAfter = null as string | null } = {}) {
  return { rows, hasMore: nextAfter !== null, nextAfter, counts, now: NOW };
}

export function assignedPage(rows: Rows, nextAfter: string | null = null) {
  return { rows, hasMore: nextAfter !== null, nextAfter, openCount: rows.length, overdueCount: 0, now: NOW };
}
