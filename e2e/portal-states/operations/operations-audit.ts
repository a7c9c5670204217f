import type { Page } from '@playwright/test';
import { expect } from '../../browser.ts';
import { answer, fail, hold, rpc } from '../answers.ts';
import { type PortalState, seeText, unfold } from '../portal-state.ts';
import { openAsManager, withAccess } from './operations-access.ts';

const TRAIL = rpc('get_audit_trail');
const PEOPLE = rpc('get_audit_people');

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

const GRACE = {
  id: '00000000-0000-4000-8000-0000000000b1',
  kind: 'customer',
  name: 'Grace Moss',
  email: 'grace@moss.example',
};
const ROBIN_ID = '00000000-0000-4000-8000-0000000000d1';
const MANAGER_ID = '00000000-0000-4000-8000-0000000000c1';

const line = (number: number, event: string, changes: object = {}) => ({
  lineNumber: number,
  occurredAt: hoursAgo(100 - number),
  event,
  repId: ROBIN_ID,
  repName: 'Robin Vale',
  repEmail: 'robin.vale@corvane.example',
  customerId: GRACE.id,
  customerName: GRACE.name,
  customerEmail: GRACE.email,
  managerName: null,
  ipAddress: '203.0.113.9',
  userAgent:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36',
  detail: {},
  names: {},
  ...changes,
});

const someLines = () => [
  line(99, 'link_issued', { detail: { expiresAt: hoursAgo(-47) } }),
  line(98, 'price_scheduled', {
    customerName: null,
    repName: null,
    managerName: 'Dana Whitfield',
    detail: {
      by: 'manager',
      managerId: MANAGER_ID,
      plan: 'moonshot',
      validFrom: hoursAgo(-200),
      before: { monthlyCents: 420_000 },
      after: { monthlyCents: 410_000 },
    },
  }),
  line(97, 'contact_request_changed', {
    detail: {
      by: 'manager',
      requestId: '5f0c1c1e-7a1d-4c0e-9b1f-2d3e4f5a6b7c',
      status: { before: 'new', after: 'in_progress' },
      assignedTo: { before: null, after: ROBIN_ID },
    },
    names: { [ROBIN_ID]: 'Robin Vale' },
  }),
  line(96, 'rep_sign_in_failed', {
    repName: null,
    repEmail: null,
    customerName: null,
    customerEmail: null,
  }),
];

const trail = (rows: readonly object[], { hasMore = false, person = null as object | null } = {}) => ({
  rows,
  hasMore,
  nextAfter: hasMore ? 'next' : null,
  person,
  now: new Date().toISOString(),
});

async function openAudit(page: Page, answered: object = trail(someLines()), query = ''): Promise<void> {
  await withAccess(page);
  await answer(page, TRAIL, answered);
  await openAsManager(page, `?tab=audit${query}`);
  await expect(page.getByRole('tabpanel', { name: 'Audit' })).toBeVisible();
}

async function search(page: Page, text: string): Promise<void> {
  await openAudit(page);
  await page.getByRole('searchbox', { name: 'Search for a person' }).fill(text);
}

const LONG = 'a-name-without-a-break-'.repeat(8);

/** The audit trail, for managers. */
export const AUDIT_STATES: readonly PortalState[] = [
  {
    name: 'operations audit loading',
    async show(page) {
      await withAccess(page);
      await hold(page, TRAIL);
      await openAsManager(page, '?tab=audit');
      await expect(page.getByText('Loading the trail')).toHaveCount(1);
    },
  },
  {
    name: 'operations audit not loaded',
    async show(page) {
      await withAccess(page);
      await fail(page, TRAIL);
      await openAsManager(page, '?tab=audit');
      await seeText(page, 'Failed to load the trail.');
    },
  },
  {
    name: 'operations audit empty',
    async show(page) {
      await openAudit(page, trail([]));
      await seeText(page, 'The trail is empty.');
    },
  },
  {
    name: 'operations audit no match',
    async show(page) {
      await openAudit(page, trail([]), `&who=${GRACE.id}&event=rep_disabled`);
      await seeText(page, 'No line matches.');
    },
  },
  {
    name: 'operations audit',
    async show(page) {
      await openAudit(page);
      await seeText(page, 'Robin Vale issued a link for Grace Moss');
    },
  },
  {
    name: 'operations audit filtered',
    async show(page) {
      await openAudit(
        page,
        trail(someLines().slice(0, 1), { person: GRACE }),
        `&who=${GRACE.id}&event=link_issued&since=2026-11-01`,
      );
      await unfold(page, 'More filters (2)');
      await seeText(page, 'Lines of');
    },
  },
  {
    name: 'operations audit extremes',
    async show(page) {
      await openAudit(page, trail([line(9, 'link_revoked', { repName: LONG }), line(8, LONG)]));
      await expect(page.getByRole('table')).toBeVisible();
    },
  },
  {
    name: 'operations audit more not loaded',
    async show(page) {
      await openAudit(page, trail(someLines(), { hasMore: true }));
      await fail(page, TRAIL, ({ after }) => after === 'next');
      await page.getByRole('button', { name: 'Load more' }).click();
      await seeText(page, 'Failed to load the trail.');
    },
  },
  {
    name: 'operations audit, one line',
    async show(page) {
      await openAudit(page);
      await page
        .getByRole('table')
        .getByRole('button', { name: /^Dana Whitfield scheduled/ })
        .click();
      await expect(page.getByRole('dialog', { name: 'Price scheduled' })).toBeVisible();
    },
  },
  {
    name: 'operations audit, people loading',
    async show(page) {
      await hold(page, PEOPLE);
      await search(page, 'moss');
      await expect(page.getByText('Loading people')).toHaveCount(1);
    },
  },
  {
    name: 'operations audit, people not loaded',
    async show(page) {
      await fail(page, PEOPLE);
      await search(page, 'moss');
      await seeText(page, 'Failed to load people.');
    },
  },
  {
    name: 'operations audit, people found',
    async show(page) {
      await answer(page, PEOPLE, [
        {
          ...GRACE,
          id: ROBIN_ID,
          kind: 'representative',
          name: 'Robin Moss',
          email: 'robin@corvane.example',
        },
        GRACE,
        { ...GRACE, id: MANAGER_ID, name: '', email: 'a.moss@moss.example' },
      ]);
      await search(page, 'moss');
      await seeText(page, '3 people found. Choose one:');
    },
  },
  {
    name: 'operations audit, nobody found',
    async show(page) {
      await answer(page, PEOPLE, []);
      await search(page, 'moss');
      await seeText(page, 'No representative or customer has this in their name or email.');
    },
  },
];
