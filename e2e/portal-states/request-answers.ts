import { randomUUID } from 'node:crypto';

/** Answers about contact requests, in the database's format. */

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

export const ROBIN = { id: '00000000-0000-4000-8000-0000000000d1', name: 'Robin Vale' };
export const ADA_ID = '00000000-0000-4000-8000-0000000000e1';

const ADA = {
  requestId: ADA_ID,
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@lovelace.example',
  company: 'Engines Ltd',
  phone: '+1 555 0100',
  jobTitle: 'Head of Analysis',
  jobRole: 'Executive',
  message:
    '[Interest in Moonshot tier] We compare three vendors.\nPlease call me before Friday.\n\nThank you.',
  form: 'demo',
  source: 'pricing',
  planName: 'Moonshot',
  utm: { source: 'newsletter', campaign: 'autumn' } as Record<string, string>,
  referrer: 'https://partner.example/reviews',
  status: 'new',
  statusChangedAt: null as string | null,
  answerDueAt: null as string | null,
  firstAnsweredAt: null as string | null,
  staffNote: '',
  version: 1,
  assignedTo: null as { id: string; name: string } | null,
  customerId: null,
  quarantinedAt: null as string | null,
  notifiedAt: hoursAgo(3) as string | null,
  consentWithdrawnAt: null as string | null,
  createdAt: hoursAgo(3),
};

export function requestRow(changes: Partial<typeof ADA> = {}) {
  return { ...ADA, ...changes };
}

/** One of each status, and one in quarantine. */
export function someRequests() {
  const other = (name: string, changes: Partial<typeof ADA>) =>
    requestRow({
      requestId: randomUUID(),
      firstName: name,
      lastName: 'Moreau',
      email: `${name.toLowerCase()}@moreau.example`,
      company: 'Moreau & Sons',
      form: 'contact',
      source: 'general',
      ...changes,
    });
  return [
    requestRow({ answerDueAt: hoursAgo(-21) }),
    other('Fay', { createdAt: hoursAgo(52), answerDueAt: hoursAgo(28) }),
    other('Bea', {
      status: 'in_progress',
      assignedTo: ROBIN,
      createdAt: hoursAgo(30),
      firstAnsweredAt: hoursAgo(27),
    }),
    other('Carl', { status: 'done', assignedTo: ROBIN, createdAt: hoursAgo(75) }),
    other('Dora', { status: 'spam', createdAt: hoursAgo(200) }),
    other('Emil', { quarantinedAt: hoursAgo(1), notifiedAt: null, createdAt: hoursAgo(1) }),
  ];
}

/** Requests with the longest and the emptiest values. */
export function extremeRequests() {
  const long = {
    firstName: 'Wolfeschlegelsteinhausenbergerdorff '.repeat(4).trim(),
    lastName: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk',
    email: `${'accounts.payable.'.repeat(6)}desk@${'subsidiary.'.repeat(5)}holding.example`,
    company: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
    source:
      'a-source-that-some-partner-made-up-and-that-nobody-shortened-before-they-sent-it-around-the-world',
    assignedTo: { ...ROBIN, name: 'Hubert Blaine Wolfeschlegelsteinhausenbergerdorff Sr.' },
    message: `${'x'.repeat(300)}\n${'A sentence that goes on. '.repeat(60)}`,
    staffNote: 'y'.repeat(500),
    referrer: `https://partner.example/${'a-long-path/'.repeat(40)}`,
    status: 'in_progress',
    consentWithdrawnAt: hoursAgo(1),
  };
  return [
    requestRow(long),
    requestRow({
      requestId: randomUUID(),
      firstName: '',
      lastName: '',
      email: 'a@b.example',
      company: '',
      phone: '',
      jobTitle: '',
      jobRole: '',
      message: '',
      source: '',
      planName: '',
      utm: {},
      referrer: '',
      createdAt: hoursAgo(0),
    }),
  ];
}

type Rows = readonly ReturnType<typeof requestRow>[];

export function assignedPage(rows: Rows, hasMore = false) {
  const openCount = rows.filter(({ status }) => status === 'new' || status === 'in_progress').length;
  return { rows, hasMore, nextAfter: hasMore ? 'next' : null, openCount, now: hoursAgo(0) };
}

export function requestsPage(rows: Rows, hasMore = false) {
  const counts = { new: 1_234, in_progress: 12, done: 56_789, spam: 987, quarantined: 3 };
  const none = { new: 0, in_progress: 0, done: 0, spam: 0, quarantined: 0 };
  return {
    rows,
    hasMore,
    nextAfter: hasMore ? 'next' : null,
    counts: rows.length === 0 ? none : counts,
    now: hoursAgo(0),
  };
}

/** Someone else saved first. */
export function conflictWith(changes: Partial<typeof ADA>) {
  return {
    outcome: 'conflict',
    request: requestRow({ ...changes, version: 2 }),
    lastChange: {
      by: 'Dana Whitfield',
      occurredAt: new Date(Date.now() - 130_000).toISOString(),
      changes: [{ field: 'status', before: 'new', after: 'done' }, { field: 'staff_note' }],
    },
  };
}
