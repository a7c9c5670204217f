import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect } from '../../browser.ts';
import { answer, rpc } from '../answers.ts';
import { ROBIN } from '../request-answers.ts';
import { openAsManager, withAccess } from './operations-access.ts';

export const LIST = rpc('get_reps');
export const HANDOVERS = rpc('get_handovers');
export const SESSIONS = rpc('get_rep_sessions');
export const CHOICES = rpc('get_handover_choices');

export const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

export const DANA = {
  id: '00000000-0000-4000-8000-0000000000d5',
  name: 'Dana Whitfield',
  email: 'dana.whitfield@corvane.example',
  isManager: false,
  disabledAt: null as string | null,
  erasedAt: null as string | null,
  createdAt: '2026-01-05T09:00:00Z',
  salesIdSince: '2026-01-05T09:00:00Z' as string | null,
  customers: 19,
  openLinks: 4,
  openRequests: 3,
  lastSignInAt: ago(190) as string | null,
  liveSessions: 2,
};
export const repRow = (changes: Partial<typeof DANA> = {}) => ({ ...DANA, ...changes });

export const someReps = () => [
  repRow(),
  repRow({ id: randomUUID(), name: 'Marcus Oyelaran', email: 'marcus@corvane.example', isManager: true }),
  repRow({
    id: randomUUID(),
    name: 'Petra Former',
    email: 'petra@corvane.example',
    disabledAt: ago(50_000),
    customers: 0,
    openLinks: 0,
    openRequests: 0,
    lastSignInAt: null,
    liveSessions: 0,
    salesIdSince: null,
  }),
];

export const repsPage = (rows: ReturnType<typeof someReps>, hasMore = false) => ({
  rows,
  hasMore,
  nextAfter: hasMore ? 'next' : null,
  counts: { enabled: 2, disabled: 1, managers: 1 },
  now: new Date().toISOString(),
});

export const handover = (changes: object = {}) => ({
  id: randomUUID(),
  from: { id: DANA.id, name: DANA.name, disabledAt: null },
  to: { ...ROBIN, disabledAt: null },
  by: 'Marcus Oyelaran' as string | null,
  customers: 19,
  requests: 3,
  tellsCustomers: true,
  createdAt: ago(12),
  undoneAt: null as string | null,
  undoUntil: ago(-1_400),
  ...changes,
});

const session = (changes: object = {}) => ({
  id: randomUUID(),
  ipAddress: '203.0.113.9',
  userAgent:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  createdAt: ago(190),
  expiresAt: ago(-400),
  isAsking: false,
  ...changes,
});

const person = (name: string) => ({
  id: randomUUID(),
  name,
  email: `${name.split(' ')[0]?.toLowerCase()}@client.example`,
  company: `${name.split(' ')[1]} Ltd`,
});
const CHOICE_ROWS = {
  customers: ['Ada Lovelace', 'Bo Nilsson', 'Carla Ruiz', 'Dev Patel', 'Emil Moreau', 'Fay Okoro'].map(
    person,
  ),
  requests: ['Vera Visitor', 'Walt Vance'].map(person),
  customerCount: 19,
  requestCount: 3,
};

export async function withAnswers(page: Page): Promise<void> {
  await withAccess(page);
  await answer(page, HANDOVERS, { rows: [], now: new Date().toISOString() });
  await answer(page, SESSIONS, [
    session({ isAsking: true }),
    session(),
    session({ ipAddress: null, userAgent: null }),
  ]);
  await answer(page, CHOICES, CHOICE_ROWS);
}

export const openTab = (page: Page, query = '') => openAsManager(page, `?tab=representatives${query}`);

export async function openList(page: Page, answered = repsPage(someReps()), query = ''): Promise<void> {
  await withAnswers(page);
  await answer(page, LIST, answered);
  await openTab(page, query);
  // Not found by role: behind a dialog it has none.
  await expect(page.locator('#main table')).toBeVisible();
}
