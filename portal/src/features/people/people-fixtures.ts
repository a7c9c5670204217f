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
  created_at: AT,
  has_open_link: true,
  link_issued_at: AT,
  token_expires_at: '2026-11-22T09:00:00+00:00',
  accessed_at: AT,
  revoked_at: null,
  sessions: [
    {
      id: '00000000-0000-4000-8000-0000000000b1',
      ip_address: '203.0.113.77',
      user_agent: 'Difference Engine/2',
      created_at: AT,
      ended_at: null,
      expires_at: '2026-11-22T09:00:00+00:00',
    },
  ],
  openings: [],
  notes: [{ note: 'Prefers <b>the phone</b>.', updated_at: AT, written_by: 'Robin Vale' }],
  sales: [
    {
      sale_date: '2026-10-05',
      product_name: 'Moonshot',
      billing_frequency: 'annual',
      sale_amount_cents: 1_234_500,
      is_cancelled: false,
    },
  ],
  trail: [{ occurred_at: AT, event: 'customer_signed_in', ip_address: '203.0.113.77' }],
  counts: { sessions: 1, openings: 0, sales: 1, trail: 1 },
  ...over,
});

export const requestData = (over: object = {}) => ({
  id: REQUEST_ID,
  created_at: AT,
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'Ada@Engine.example',
  company: 'Engines Ltd',
  phone: '+1 555 0100',
  job_title: 'Analyst',
  job_role: '',
  message: 'Two lines\n<i>about engines</i>',
  source: 'pricing',
  utm: { campaign: 'autumn' },
  referrer: 'https://partner.example/reviews',
  status: 'in_progress',
  staff_note: 'Called twice.',
  assigned_to_name: null,
  quarantined_at: null,
  consented_at: AT,
  consent_withdrawn_at: null,
  ...over,
});

export const repData = (over: object = {}) => ({
  id: '00000000-0000-4000-8000-0000000000d1',
  name: 'Robin Vale',
  created_at: AT,
  disabled_at: null,
  is_manager: true,
  sales_ids: [
    { id: '00000000-0000-4000-8000-0000000000e1', created_at: AT, last_used_at: AT, revoked_at: null },
  ],
  manager_codes: [{ created_at: AT, expires_at: AT, used_at: AT }],
  sessions: [],
  trail: [],
  counts: { sessions: 0, trail: 0, customers: 2, sales: 5, assigned_requests: 1, notes_on_customers: 3 },
  ...over,
});

export const MENTION = {
  kind: 'contact_request',
  id: '00000000-0000-4000-8000-0000000000a9',
  owner_email: 'charles@engine.example',
  field: 'staff_note',
  text: 'Works with Ada Lovelace <ada@engine.example>',
  has_address: true,
  has_name: true,
};

export const openedPerson = (over: object = {}, mentions: object[] = []) => ({
  outcome: 'opened',
  person: {
    email: ADA,
    customer: customerData(),
    representative: null,
    contact_requests: [requestData()],
    codes: [{ created_at: AT, expires_at: AT, used_at: null }],
    ...over,
  },
  mentions: { count: mentions.length, by_name_count: 0, name_count: mentions.length, texts: mentions },
  now: '2026-11-21T10:00:00+00:00',
});

export const RETENTION = {
  outcome: 'told',
  retention: {
    rules: [
      { kind: 'quarantined_requests', kept_days: 30 },
      { kind: 'contact_requests', kept_days: 730 },
      { kind: 'idle_customers', kept_days: 730 },
      { kind: 'codes', kept_days: 1 },
      { kind: 'sessions', kept_days: 365 },
      { kind: 'sign_in_traces', kept_days: 365 },
      { kind: 'audit_trail', kept_days: 1825 },
      { kind: 'attempt_counts', kept_days: 1 },
      { kind: 'site_events', kept_days: 30 },
      { kind: 'site_counts', kept_days: 760 },
    ],
    last_run: { occurred_at: AT, removed: { contact_requests: 1_204, codes: 3, site_events: 0 } },
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
