import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, storedSession } from './browser.ts';
import { type AddedRep, addRep } from './ops.ts';
import { callAsService, insertRows } from './stack.ts';

const HOUR_MS = 3_600_000;

let own: Promise<AddedRep> | null = null;

/** A representative that no other journey uses: no sales, only these journeys' customers, separate limits. */
export function ownRep(): Promise<AddedRep> {
  own ??= addRep('Robin Ownwell');
  return own;
}

/** Opens the portal as a person who signed in before: other journeys use the dialog. @param query with `?` */
export async function openPortalAs(page: Page, rep: Pick<AddedRep, 'salesId'>, query = ''): Promise<void> {
  const { name, stored } = await storedSession(page, rep.salesId);
  await page.addInitScript((session) => localStorage.setItem('host:sales-session', session), stored);
  await page.goto(`/sales-portal${query}`);
  // Not found by role: the address may open a dialog, and elements behind one have no role.
  await expect(page.locator('h1')).toContainText(`Welcome, ${name}`);
}

export interface OwnCustomer {
  leadId: string;
  name: string;
  email: string;
  /** The token of the customer's link. */
  token: string;
}

interface CustomerOptions {
  /** Until the link ends; below 0 it has. */
  leftMs?: number;
  email?: string;
}

/** A customer who has a link, without the way through a code. */
export async function addCustomer(repId: string, options: CustomerOptions = {}): Promise<OwnCustomer> {
  const { leftMs = 48 * HOUR_MS, email } = options;
  const leadId = randomUUID();
  const customer = { name: `Kim ${leadId.slice(0, 8)}`, email: email ?? `${leadId}@customer.example` };
  const token = randomBytes(32).toString('base64url');
  await insertRows('qualified_leads', [
    {
      id: leadId,
      ...customer,
      qualified_by: repId,
      access_token_hash: createHash('sha256').update(token).digest('hex'),
      token_expires_at: new Date(Date.now() + leftMs).toISOString(),
    },
  ]);
  return { leadId, ...customer, token };
}

/** Opens a customer's link and presses its button, in no browser. */
export async function openLink({ token }: OwnCustomer): Promise<void> {
  await callAsService('/functions/v1/sign-in-customer', { token });
}

/** Calls a procedure as the service, past every policy. */
export function callProcedure(name: string, args: Record<string, unknown>): Promise<void> {
  return callAsService(`/rest/v1/rpc/${name}`, args);
}
