/** Answers of the procedures of this tab. For tests only. */

const NOW = '2026-11-21T10:00:00+00:00';

const NOTHING = {
  newRequests: { today: 0, recent: 0, older: 0, overdue: 0, oldestAt: null as string | null },
  linksEnding: { count: 0, firstEndsAt: null as string | null },
  quarantined: { count: 0, oldestAt: null as string | null },
  failedMails: { count: 0, oldestAt: null as string | null },
  undeliveredMails: [] as { mail: string; count: number; lastFailedAt: string }[],
  priceChangeCount: 0,
  priceChanges: [] as { plan: string; validFrom: string }[],
  releaseFailures: [] as {
    application: string;
    version: string;
    failures: number;
    errors: number;
    lastSeenAt: string;
  }[],
  siteFaults: 0,
  recentDays: 2,
  soonDays: 7,
  day: '2026-11-21',
  now: NOW,
};

export function todayAnswer(changes: Partial<typeof NOTHING> = {}) {
  return { ...NOTHING, ...changes };
}

export const BUSY = todayAnswer({
  newRequests: { today: 3, recent: 2, older: 1, overdue: 2, oldestAt: '2026-11-16T09:59:30+00:00' },
  linksEnding: { count: 1, firstEndsAt: '2026-11-21T18:00:30+00:00' },
  failedMails: { count: 2, oldestAt: '2026-11-21T07:59:30+00:00' },
  undeliveredMails: [{ mail: 'verification_code', count: 4, lastFailedAt: '2026-11-21T09:30:30+00:00' }],
  priceChangeCount: 1,
  priceChanges: [{ plan: 'Growth', validFrom: '2026-11-24T00:00:00+00:00' }],
  releaseFailures: [
    {
      application: 'portal',
      version: 'p2',
      failures: 3,
      errors: 12,
      lastSeenAt: '2026-11-21T09:54:30+00:00',
    },
  ],
  siteFaults: 1,
});

export const LINK_ENDING = {
  customerId: '00000000-0000-4000-8000-0000000000b1',
  name: 'Grace Moss',
  email: 'grace@moss.example',
  company: 'Moss Ltd',
  repName: 'Robin Vale',
  endsAt: '2026-11-21T18:00:30+00:00',
  wasOpened: false,
};

export function linksPage(rows: readonly (typeof LINK_ENDING)[]) {
  return { rows, hasMore: false, nextAfter: null, now: NOW };
}
