/** Answers of `get_rep_today`. For tests only. */

export const NOTHING_NEW = {
  since: '2026-11-19',
  requests: {
    count: 0,
    overdue: 0,
    oldestAt: null as string | null,
    newest: [] as { name: string; assignedAt: string }[],
  },
  openings: { count: 0, newest: [] as { customerId: string; name: string }[] },
  quotes: { count: 0, newest: [] as { customerId: string; name: string }[] },
  handedOverCount: 0,
  linksEnding: { count: 0, firstEndsAt: null as string | null },
  sales: { count: 0, cents: 0 },
  month: { count: 0, cents: 0 },
  monthBefore: { count: 0, cents: 0 },
  targetCents: null as number | null,
  day: '2026-11-21',
  now: '2026-11-21T10:00:00+00:00',
};

const customer = (n: number, name: string) => ({
  customerId: `00000000-0000-4000-8000-0000000000c${n}`,
  name,
});

export const MUCH_NEW = {
  ...NOTHING_NEW,
  requests: { count: 4, overdue: 1, oldestAt: '2026-11-19T09:59:30+00:00', newest: [] },
  openings: { count: 5, newest: [customer(1, 'Ana Diaz'), customer(2, 'Bo Lind'), customer(3, 'Cy Moor')] },
  quotes: { count: 1, newest: [customer(2, 'Bo Lind')] },
  handedOverCount: 2,
  linksEnding: { count: 1, firstEndsAt: '2026-11-21T12:00:30+00:00' },
  sales: { count: 2, cents: 410_000 },
  month: { count: 9, cents: 1_850_000 },
  monthBefore: { count: 7, cents: 1_200_050 },
  targetCents: 3_000_000,
};
