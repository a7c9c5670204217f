import { expect, test } from 'vitest';
import { AUDIT_EVENTS, type AuditLine } from '../contracts/backend/operations/audit-trail.ts';
import { AUDIT_EVENT_WORDS } from './audit-event-words.ts';
import { auditSentence } from './audit-sentence.ts';

const MANAGER = '00000000-0000-4000-8000-0000000000c1';
const ROBIN = '00000000-0000-4000-8000-0000000000d1';

function line(event: string, detail: AuditLine['detail'] = {}, changes: Partial<AuditLine> = {}): AuditLine {
  return {
    ...{ lineNumber: 1, occurredAt: '2026-11-21T10:00:00Z', event, detail, names: {} },
    ...{ repId: null, repName: 'Rosalind Vale', repEmail: 'rosalind@audit.example' },
    ...{ customerId: null, customerName: 'Grace Moss', customerEmail: 'grace@audit.example' },
    ...{ managerName: null, ipAddress: null, userAgent: null },
    ...changes,
  };
}
const BY_MANAGER = { by: 'manager', managerId: MANAGER };
const tell = (...args: Parameters<typeof line>) => auditSentence(line(...args), { timeZone: 'UTC' });

test('each event has its own name, and a sentence even if its people are unknown', () => {
  for (const event of AUDIT_EVENTS) {
    expect(tell(event)).not.toBe(event);
    // A sentence that says less than expected, about people who are erased.
    const erased = { repName: null, repEmail: null, customerName: null, customerEmail: null };
    expect(tell(event, {}, erased)).toMatch(/^[A-Z]/);
    expect(tell(event, {}, erased)).not.toMatch(/undefined|null|NaN/);
  }
  expect(new Set(Object.values(AUDIT_EVENT_WORDS)).size).toBe(AUDIT_EVENTS.length);
});

test('an event type from a newer database is shown by its raw name', () => {
  expect(tell('moon_landed')).toBe('moon_landed');
  expect(tell('constructor')).toBe('constructor');
});

test.each<[string, string, AuditLine['detail'], Partial<AuditLine>?]>([
  ['Rosalind Vale revoked the access of Grace Moss', 'link_revoked', {}],
  ['An operator revoked the access of Grace Moss', 'link_revoked', { by: 'operator' }],
  ['Mona Manager disabled Rosalind Vale', 'rep_disabled', BY_MANAGER, { managerName: 'Mona Manager' }],
  ['An unknown manager disabled Rosalind Vale', 'rep_disabled', BY_MANAGER],
  ['An operator disabled Rosalind Vale', 'rep_disabled', { by: 'operator' }],
  ['An operator let Rosalind Vale sign in again', 'rep_enabled', {}],
  ['Rosalind Vale turned mails about openings on', 'rep_settings_changed', { mailOnOpening: true }],
  ['Rosalind Vale turned the Monday mail on', 'rep_settings_changed', { mailOnMonday: true }],
  ['Rosalind Vale turned the Monday mail off', 'rep_settings_changed', { mailOnMonday: false }],
  ['Rosalind Vale turned mails about work off', 'rep_settings_changed', { mailOnWork: false }],
  ['Rosalind Vale turned messages about news off', 'rep_settings_changed', { toastOnNews: false }],
  ['Rosalind Vale resumed new requests', 'rep_settings_changed', { requestsPaused: false }],
  ['Grace Moss was quoted a price', 'quote_made', { validUntil: 'soon' }],
  [
    'Grace Moss was quoted Moonshot for $4,200 a month or $40,320 a year, until Dec 29, 2026',
    'quote_made',
    {
      ...{ plan: 'moonshot', planName: 'Moonshot', billing: 'monthly', validUntil: '2026-12-29' },
      ...{ monthlyCents: 420_000, annualCents: 4_032_000, activationCents: 62_500 },
    },
  ],
  ['Grace Moss was shown prices, 4,096 times within a day', 'prices_revealed', { times: 4096 }],
  ['Rosalind Vale ended 2 sessions of their own', 'sessions_ended', { by: 'representative', count: 2 }],
  ['An operator ended 1 session of Rosalind Vale', 'sessions_ended', { count: 1 }],
  [
    'Rosalind Vale changed the contact request 5F0C-1C1E: status new to in progress, representative none to Robin Vale, its note',
    'contact_request_changed',
    {
      by: 'manager',
      requestId: '5f0c1c1e-7a1d-4c0e-9b1f-2d3e4f5a6b7c',
      status: { before: 'new', after: 'in_progress' },
      assignedTo: { before: null, after: ROBIN },
      staffNote: 'changed',
    },
    { names: { [ROBIN]: 'Robin Vale' } },
  ],
  [
    'Mona Manager handed Grace Moss over from Robin Vale to Rosalind Vale',
    'customer_handed_over',
    { ...BY_MANAGER, from: ROBIN },
    { managerName: 'Mona Manager', names: { [ROBIN]: 'Robin Vale' } },
  ],
  [
    'Mona Manager scheduled a price of moonshot from Mon, Mar 1, 2027, 12:00 AM UTC: monthly $4,200.00 to $4,100.50',
    'price_scheduled',
    {
      ...BY_MANAGER,
      plan: 'moonshot',
      validFrom: '2027-03-01T00:00:00+00:00',
      before: { monthlyCents: 420_000, annualCents: 1 },
      after: { monthlyCents: 410_050, annualCents: 1 },
    },
    { managerName: 'Mona Manager' },
  ],
  [
    'Mona Manager corrected name and job title of Grace Moss',
    'person_corrected',
    { ...BY_MANAGER, before: { name: 'a', jobTitle: '' }, after: { name: 'b', jobTitle: 'c' } },
    { managerName: 'Mona Manager' },
  ],
  [
    'An operator exported what is stored about a person',
    'person_exported',
    { by: 'operator' },
    { repName: null, repEmail: null, customerName: null, customerEmail: null },
  ],
  [
    'Mona Manager opened what is stored about Grace Moss',
    'person_opened',
    BY_MANAGER,
    { managerName: 'Mona Manager' },
  ],
  [
    'An operator opened what is stored about the sender of the contact request 5F0C-1C1E',
    'person_opened',
    { by: 'operator', requestId: '5f0c1c1e-7a1d-4c0e-9b1f-2d3e4f5a6b7c' },
    { repName: null, repEmail: null, customerName: null, customerEmail: null },
  ],
  [
    'An operator opened what is stored about the person who was mailed the code 5F0C-1C1E',
    'person_opened',
    { by: 'operator', verificationId: '5f0c1c1e-7a1d-4c0e-9b1f-2d3e4f5a6b7c' },
    { repName: null, repEmail: null, customerName: null, customerEmail: null },
  ],
  [
    'An operator opened what is stored about a person who is mentioned in the text 5F0C-1C1E',
    'person_opened',
    { by: 'operator', mentionedIn: '5f0c1c1e-7a1d-4c0e-9b1f-2d3e4f5a6b7c' },
    { repName: null, repEmail: null, customerName: null, customerEmail: null },
  ],
  [
    'An operator corrected phone of the contact request 5F0C-1C1E',
    'person_corrected',
    {
      by: 'operator',
      of: 'contact_request',
      fields: ['phone'],
      requestId: '5f0c1c1e-7a1d-4c0e-9b1f-2d3e4f5a6b7c',
    },
  ],
  [
    'An operator recorded the withdrawn consent on the contact request 5F0C-1C1E',
    'consent_withdrawn',
    { by: 'operator', requests: 1, requestIds: ['5f0c1c1e-7a1d-4c0e-9b1f-2d3e4f5a6b7c'] },
  ],
  // A line from before the ids were recorded.
  [
    'An operator recorded the withdrawn consent on 2 contact requests',
    'consent_withdrawn',
    { by: 'operator', requests: 2 },
  ],
  [
    'Mona Manager exported 12 contact requests, filtered by status, a search and days',
    'contact_requests_exported',
    {
      ...BY_MANAGER,
      rows: 12,
      filter: { to: '2026-11-30', from: '2026-11-01', search: true, statuses: ['new'] },
    },
    { managerName: 'Mona Manager' },
  ],
  [
    'Mona Manager exported 1 sale of all representatives',
    'sales_exported',
    { ...BY_MANAGER, rows: 1, filter: { scope: 'all' } },
    { managerName: 'Mona Manager' },
  ],
  [
    'Mona Manager exported 12 statements for October 2026',
    'statements_exported',
    { ...BY_MANAGER, rows: 12, filter: { month: '2026-10' } },
    { managerName: 'Mona Manager' },
  ],
  [
    'Mona Manager set the target of Rosalind Vale for October 2026 from none to $30,000.00',
    'target_set',
    { ...BY_MANAGER, month: '2026-10', before: null, after: 3_000_000 },
    { managerName: 'Mona Manager' },
  ],
  [
    'Mona Manager changed the commission rate of Moonshot, annual, for sales from Dec 1, 2026 on: none to 7.5 %',
    'commission_rate_changed',
    {
      ...BY_MANAGER,
      ...{ productName: 'Moonshot', billingFrequency: 'annual', validFrom: '2026-12-01' },
      ...{ before: null, after: { basisPoints: 750 } },
    },
    { managerName: 'Mona Manager' },
  ],
  [
    'Mona Manager changed the commission rate of Moonshot, annual, for sales from Dec 1, 2026 on: 0 % to ended',
    'commission_rate_changed',
    {
      ...BY_MANAGER,
      ...{ productName: 'Moonshot', billingFrequency: 'annual', validFrom: '2026-12-01' },
      ...{ before: { basisPoints: 0 }, after: { basisPoints: null } },
    },
    { managerName: 'Mona Manager' },
  ],
  [
    'Mona Manager approved the statement of Rosalind Vale for October 2026: $320.00 to pay',
    'statement_approved',
    { ...BY_MANAGER, month: '2026-10', payCents: 32000 },
    { managerName: 'Mona Manager' },
  ],
  [
    'Mona Manager noted that the statement of Rosalind Vale for October 2026 was paid: -$1.50',
    'statement_paid',
    { ...BY_MANAGER, month: '2026-10', payCents: -150 },
    { managerName: 'Mona Manager' },
  ],
  [
    'Rosalind Vale asked about the sale 5F0C-1C1E on the statement for October 2026',
    'statement_questioned',
    { month: '2026-10', saleId: '5f0c1c1e-7a1d-4c0e-9b1f-2d3e4f5a6b7c' },
  ],
  [
    'Mona Manager answered Rosalind Vale about the sale 5F0C-1C1E on the statement for October 2026',
    'statement_answered',
    { ...BY_MANAGER, month: '2026-10', saleId: '5f0c1c1e-7a1d-4c0e-9b1f-2d3e4f5a6b7c' },
    { managerName: 'Mona Manager' },
  ],
  [
    'Mona Manager exported 300 sales of Dana Whitfield, filtered by product and days',
    'sales_exported',
    { ...BY_MANAGER, rows: 300, filter: { scope: ROBIN, products: ['Moonshot'], from: '2026-11-01' } },
    { managerName: 'Mona Manager', names: { [ROBIN]: 'Dana Whitfield' } },
  ],
  [
    'An operator exported 1 line of the audit trail',
    'audit_trail_exported',
    { by: 'operator', rows: 1, filter: {} },
  ],
  [
    'The contact request 5F0C-1C1E of Grace Moss arrived',
    'contact_request_received',
    { requestId: '5f0c1c1e-7a1d-4c0e-9b1f-2d3e4f5a6b7c' },
  ],
  [
    'An operator imported sales: 2 new, 1 changed, 0 unchanged',
    'sales_imported',
    { by: 'operator', inserted: 2, updated: 1, unchanged: 0 },
  ],
  [
    'An operator undid an import of sales: 2 removed, 1 restored, 0 kept',
    'sales_import_undone',
    { by: 'operator', removed: 2, restored: 1, kept: 0 },
  ],
  [
    'An operator changed the sale 5F0C-1C1E of Rosalind Vale by an import: commission $320.00 to $280.00, no longer cancelled',
    'sale_amounts_changed',
    {
      by: 'operator',
      saleId: '5f0c1c1e-7a1d-4c0e-9b1f-2d3e4f5a6b7c',
      before: { amountCents: 400000, commissionCents: 32000, cancelledAt: '2026-11-20T15:00:00+00:00' },
      after: { amountCents: 400000, commissionCents: 28000, cancelledAt: null },
    },
  ],
  ['A session of Grace Moss ended (signed out)', 'signed_out', { reason: 'signed_out' }],
  [
    'Expired data was removed: 1,234 contact requests and 2 mailed codes',
    'data_expired',
    { contact_requests: 1234, codes: 2, sessions: 0 },
  ],
  [
    'Expired data was removed: 1 contact request and 1 mailed code',
    'data_expired',
    { contact_requests: 1, codes: 1 },
  ],
  [
    'Expired data was removed: 1 IP address and browser in an opening or the audit trail',
    'data_expired',
    { sign_in_traces: 1 },
  ],
  [
    'Expired data was removed: 3 IP addresses and browsers in openings and the audit trail',
    'data_expired',
    { sign_in_traces: 3 },
  ],
  // A kind from a newer database.
  ['Expired data was removed: 2 moon rocks', 'data_expired', { moon_rocks: 2 }],
  [
    'An operator erased a person, with 1 contact request and 1 code',
    'person_erased',
    { by: 'operator', contactRequests: 1, codes: 1 },
  ],
  [
    'An operator began to erase a person, and took them out of 1 text of others',
    'mentions_redacted',
    { by: 'operator', redacted: 1 },
  ],
  ['No data had expired', 'data_expired', { codes: 0 }],
])('%s', (sentence, event, detail, changes) => {
  expect(tell(event, detail, changes)).toBe(sentence);
});

test('with addresses, the sentence adds the address to each name', () => {
  expect(auditSentence(line('link_revoked'), { withAddresses: true })).toBe(
    'Rosalind Vale <rosalind@audit.example> revoked the access of Grace Moss <grace@audit.example>',
  );
  expect(auditSentence(line('link_opened', {}, { customerName: '' }))).toBe(
    'grace@audit.example opened their link for the first time',
  );
});
