/** Answers of the backend about people. For tests only. */
export const ADA = 'ada@engine.example';
export const CUSTOMER_ID = '00000000-0000-4000-8000-0000000000c1';
const REQUEST_ID = '00000000-0000-4000-8000-0000000000a1';

const AT = '2026-11-20T09:00:00+00:00';

export const foundPeople = (...people: object[]) => ({ outcome: 'found', people });
export const ADA_FOUND = { email: ADA, names: ['Ada Lovelace'], roles: ['contact request', 'customer'] };

export const customerData = (over: object = {}) => ({
  id: CUSTOMER_ID,
  name: 'Ada Lovelace',
  company: 'Engines Ltd',
  representative: { name: 'Robin Vale', email: 'robin.vale@corvane.example' },
  createdAt: AT,
  hasOpenLink: true,
  linkIssuedAt: AT,
  linkEndsAt: '2026-11-22T09:00:00+00:00',
  firstOpenedAt: AT,
  revokedAt: null,
  sessions: [
    {
      id: '00000000-0000-4000-8000-0000000000b1',
      ipAddress: '203.0.113.77',
      userAgent: 'Difference Engine/2',
      createdAt: AT,
      endedAt: null,
      expiresAt: '2026-11-22T09:00:00+00:00',
    },
  ],
  openings: [],
  notes: [{ note: 'Prefers <b>the phone</b>.', updatedAt: AT, writtenBy: 'Robin Vale' }],
  sales: [
    {
      saleDate: '2026-10-05',
      productName: 'Moonshot',
      billingFrequency: 'annual',
      amountCents: 1_234_500,
      isCancelled: false,
    },
  ],
  trail: [{ occurredAt: AT, event: 'customer_signed_in', ipAddress: '203.0.113.77' }],
  counts: { sessions: 1, openings: 0, sales: 1, trail: 1 },
  ...over,
});

export const requestData = (over: object = {}) => ({
  id: REQUEST_ID,
  createdAt: AT,
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'Ada@Engine.example',
  company: 'Engines Ltd',
  phone: '+1 555 0100',
  jobTitle: 'Analyst',
  jobRole: '',
  message: 'Two lines\n<i>about engines</i>',
  source: 'pricing',
  utm: { campaign: 'autumn' },
  referrer: 'https://partner.example/reviews',
  status: 'in_progress',
  staffNote: 'Called twice.',
  assignedTo: null,
  quarantinedAt: null,
  consentedAt: AT,
  consentWithdrawnAt: null,
  ...over,
});

export const repData = (over: object = {}) => ({
  id: '00000000-0000-4000-8000-0000000000d1',
  name: 'Robin Vale',
  createdAt: AT,
  disabledAt: null,
  isManager: true,
  salesIds: [{ id: '00000000-0000-4000-8000-0000000000e1', createdAt: AT, lastUsedAt: AT, revokedAt: null }],
  managerCodes: [{ createdAt: AT, expiresAt: AT, usedAt: AT }],
  sessions: [],
  trail: [],
  counts: { sessions: 0, trail: 0, customers: 2, sales: 5, assignedRequests: 1, notesOnCustomers: 3 },
  ...over,
});

export const MENTION = {
  kind: 'contact_request',
  id: '00000000-0000-4000-8000-0000000000a9',
  ownerEmail: 'charles@engine.example',
  field: 'staff_note',
  text: 'Works with Ada Lovelace <ada@engine.example>',
  hasAddress: true,
  hasName: true,
};

export const openedPerson = (over: object = {}, mentions: object[] = []) => ({
  outcome: 'opened',
  email: ADA,
  customer: customerData(),
  representative: null,
  requests: [requestData()],
  codes: [{ createdAt: AT, expiresAt: AT, usedAt: null }],
  ...over,
  mentions: { texts: mentions, unread: 0, next: null },
  now: '2026-11-21T10:00:00+00:00',
});

export const RETENTION = {
  outcome: 'told',
  retention: {
    rules: [
      { kind: 'quarantined_requests', keptDays: 30, removed: null },
      { kind: 'contact_requests', keptDays: 730, removed: 1_204 },
      { kind: 'idle_customers', keptDays: 730, removed: null },
      { kind: 'codes', keptDays: 1, removed: 3 },
      { kind: 'sessions', keptDays: 365, removed: null },
      { kind: 'sign_in_traces', keptDays: 365, removed: null },
      { kind: 'audit_trail', keptDays: 1825, removed: null },
      { kind: 'attempt_counts', keptDays: 1, removed: null },
      { kind: 'site_events', keptDays: 30, removed: 0 },
      { kind: 'site_counts', keptDays: 760, removed: null },
    ],
    lastRunAt: AT,
    now: '2026-11-21T10:00:00+00:00',
  },
};

export const erasedAnswer = (over: object = {}) => ({
  outcome: 'erased',
  isCustomer: true,
  isRep: false,
  contactRequests: 1,
  codes: 1,
  redacted: 1,
  mailsUnderWay: 0,
  ...over,
});
