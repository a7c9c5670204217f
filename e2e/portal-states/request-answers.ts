import { randomUUID } from 'node:crypto';

/** Answers about contact requests, in the database's format. */

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

export const ROBIN = { id: '00000000-0000-4000-8000-0000000000d1', name: 'Robin Vale' };
export const ADA_ID = '00000000-0000-4000-8000-0000000000e1';

const ADA = {
  request_id: ADA_ID,
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@lovelace.example',
  company: 'Engines Ltd',
  phone: '+1 555 0100',
  job_title: 'Head of Analysis',
  job_role: 'Executive',
  message:
    '[Interest in Moonshot tier] We compare three vendors.\nPlease call me before Friday.\n\nThank you.',
  project_type: 'demo',
  source: 'pricing',
  tier: 'Moonshot',
  utm: { source: 'newsletter', campaign: 'autumn' } as Record<string, string>,
  referrer: 'https://partner.example/reviews',
  status: 'new',
  status_changed_at: null as string | null,
  staff_note: '',
  version: 1,
  assigned_to: null as { id: string; name: string } | null,
  quarantined_at: null as string | null,
  notified_at: hoursAgo(3) as string | null,
  consent_withdrawn_at: null as string | null,
  created_at: hoursAgo(3),
};

export function requestRow(changes: Partial<typeof ADA> = {}) {
  return { ...ADA, ...changes };
}

/** One of each status, and one in quarantine. */
export function someRequests() {
  const other = (name: string, changes: Partial<typeof ADA>) =>
    requestRow({
      request_id: randomUUID(),
      first_name: name,
      last_name: 'Moreau',
      email: `${name.toLowerCase()}@moreau.example`,
      company: 'Moreau & Sons',
      project_type: 'contact',
      source: 'general',
      ...changes,
    });
  return [
    requestRow(),
    other('Bea', { status: 'in_progress', assigned_to: ROBIN, created_at: hoursAgo(30) }),
    other('Carl', { status: 'done', assigned_to: ROBIN, created_at: hoursAgo(75) }),
    other('Dora', { status: 'spam', created_at: hoursAgo(200) }),
    other('Emil', { quarantined_at: hoursAgo(1), notified_at: null, created_at: hoursAgo(1) }),
  ];
}

/** Requests with the longest and the emptiest values. */
export function extremeRequests() {
  const long = {
    first_name: 'Wolfeschlegelsteinhausenbergerdorff '.repeat(4).trim(),
    last_name: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk',
    email: `${'accounts.payable.'.repeat(6)}desk@${'subsidiary.'.repeat(5)}holding.example`,
    company: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
    source:
      'a-source-that-some-partner-made-up-and-that-nobody-shortened-before-they-sent-it-around-the-world',
    assigned_to: { ...ROBIN, name: 'Hubert Blaine Wolfeschlegelsteinhausenbergerdorff Sr.' },
    message: `${'x'.repeat(300)}\n${'A sentence that goes on. '.repeat(60)}`,
    staff_note: 'y'.repeat(500),
    referrer: `https://partner.example/${'a-long-path/'.repeat(40)}`,
    status: 'in_progress',
    consent_withdrawn_at: hoursAgo(1),
  };
  return [
    requestRow(long),
    requestRow({
      request_id: randomUUID(),
      first_name: '',
      last_name: '',
      email: 'a@b.example',
      company: '',
      phone: '',
      job_title: '',
      job_role: '',
      message: '',
      source: '',
      tier: '',
      utm: {},
      referrer: '',
      created_at: hoursAgo(0),
    }),
  ];
}

type Rows = readonly ReturnType<typeof requestRow>[];

export function assignedPage(rows: Rows, hasMore = false) {
  const open_count = rows.filter(({ status }) => status === 'new' || status === 'in_progress').length;
  return { rows, has_more: hasMore, next_after: hasMore ? 'next' : null, open_count, now: hoursAgo(0) };
}

export function requestsPage(rows: Rows, hasMore = false) {
  const counts = { new: 1_234, in_progress: 12, done: 56_789, spam: 987, quarantined: 3 };
  const none = { new: 0, in_progress: 0, done: 0, spam: 0, quarantined: 0 };
  return {
    rows,
    has_more: hasMore,
    next_after: hasMore ? 'next' : null,
    counts: rows.length === 0 ? none : counts,
    now: hoursAgo(0),
  };
}

/** Someone else saved first. */
export function conflictWith(changes: Partial<typeof ADA>) {
  return {
    outcome: 'conflict',
    request: requestRow({ ...changes, version: 2 }),
    last_change: {
      by: 'Dana Whitfield',
      occurred_at: new Date(Date.now() - 130_000).toISOString(),
      changes: [{ field: 'status', before: 'new', after: 'done' }, { field: 'staff_note' }],
    },
  };
}
