/** Answers of the procedures of this tab, in the database's format. For tests only. */

const NOW = '2026-11-21T10:00:00+00:00';

const NOTHING = {
  new_requests: { today: 0, recent: 0, older: 0, oldest_at: null as string | null },
  links_ending: { count: 0, first_ends_at: null as string | null },
  quarantined: { count: 0, oldest_at: null as string | null },
  failed_mails: { count: 0, oldest_at: null as string | null },
  undelivered_mails: [] as { mail: string; count: number; last_failed_at: string }[],
  price_change_count: 0,
  price_changes: [] as { plan: string; valid_from: string }[],
  release_failures: [] as {
    application: string;
    version: string;
    failures: number;
    errors: number;
    last_seen_at: string;
  }[],
  recent_days: 2,
  soon_days: 7,
  day: '2026-11-21',
  now: NOW,
};

export function todayAnswer(changes: Partial<typeof NOTHING> = {}) {
  return { ...NOTHING, ...changes };
}

export const BUSY = todayAnswer({
  new_requests: { today: 3, recent: 2, older: 1, oldest_at: '2026-11-16T09:59:30+00:00' },
  links_ending: { count: 1, first_ends_at: '2026-11-21T18:00:30+00:00' },
  failed_mails: { count: 2, oldest_at: '2026-11-21T07:59:30+00:00' },
  undelivered_mails: [{ mail: 'verification_code', count: 4, last_failed_at: '2026-11-21T09:30:30+00:00' }],
  price_change_count: 1,
  price_changes: [{ plan: 'Growth', valid_from: '2026-11-24T00:00:00+00:00' }],
  release_failures: [
    {
      application: 'portal',
      version: 'p2',
      failures: 3,
      errors: 12,
      last_seen_at: '2026-11-21T09:54:30+00:00',
    },
  ],
});

export const LINK_ENDING = {
  customer_id: '00000000-0000-4000-8000-0000000000b1',
  name: 'Grace Moss',
  email: 'grace@moss.example',
  company: 'Moss Ltd',
  rep_name: 'Robin Vale',
  ends_at: '2026-11-21T18:00:30+00:00',
  was_opened: false,
};

export function linksPage(rows: readonly (typeof LINK_ENDING)[]) {
  return { rows, has_more: false, next_after: null, now: NOW };
}
