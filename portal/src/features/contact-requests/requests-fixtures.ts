/** Answers of the procedures about contact requests, in the database's format. For tests only. */

const NOW = '2026-11-21T10:00:00+00:00';

export const REQUEST_ID = '00000000-0000-4000-8000-0000000000e1';
export const ROBIN = { id: '00000000-0000-4000-8000-0000000000d1', name: 'Robin Vale' };

const BASE = {
  request_id: REQUEST_ID,
  first_name: 'Ada',
  last_name: 'Lovelace' as string | null,
  email: 'ada@lovelace.example',
  company: 'Engines Ltd',
  phone: '',
  job_title: '',
  job_role: '',
  message: 'Please call me.\nThank you.',
  project_type: 'contact',
  source: 'pricing',
  tier: '',
  utm: {} as Record<string, string>,
  referrer: '',
  status: 'new',
  status_changed_at: null as string | null,
  staff_note: '',
  version: 1,
  assigned_to: null as { id: string; name: string } | null,
  quarantined_at: null as string | null,
  notified_at: '2026-11-21T07:00:01+00:00' as string | null,
  consent_withdrawn_at: null as string | null,
  created_at: '2026-11-21T07:00:00+00:00',
};

export function requestRow(changes: Partial<typeof BASE> = {}) {
  return { ...BASE, ...changes };
}

type Rows = readonly ReturnType<typeof requestRow>[];

const COUNTS = { new: 1, in_progress: 0, done: 0, spam: 0, quarantined: 0 };
export const NO_REQUESTS = { ...COUNTS, new: 0 };

export function requestsPage(rows: Rows, { counts = COUNTS, nextAfter = null as string | null } = {}) {
  return { rows, has_more: nextAfter !== null, next_after: nextAfter, counts, now: NOW };
}

export function assignedPage(rows: Rows, nextAfter: string | null = null) {
  return { rows, has_more: nextAfter !== null, next_after: nextAfter, open_count: rows.length, now: NOW };
}
