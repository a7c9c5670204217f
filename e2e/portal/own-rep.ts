import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { ACCESS_LINK_LIFE_SECONDS } from '@corvane/shared/contracts/backend/terms';
import type { Page } from '@playwright/test';
import { backendPathOf } from '../../shared/src/contracts/backend/calls.ts';
import { expect, storedSession } from '../browser.ts';
import { type AddedRep, addRep } from '../ops.ts';
import { callAsService, insertRows } from '../stack.ts';

let own: Promise<AddedRep> | null = null;

/** A representative of one journey only: no sales, only this journey's customers, separate limits. */
export function ownRep(): Promise<AddedRep> {
  own ??= addRep('Robin Ownwell');
  return own;
}

/** Opens the portal with a stored session. Other journeys use the sign-in dialog. @param query with `?` */
export async function openPortalAs(page: Page, rep: Pick<AddedRep, 'salesId'>, query = ''): Promise<void> {
  const { name, stored } = await storedSession(page, rep.salesId);
  await page.addInitScript((session) => localStorage.setItem('host:sales-session', session), stored);
  await page.goto(`/sales-portal${query}`);
  // Not found by role: the address may open a dialog, and elements behind a dialog have no role.
  await expect(page.locator('h1')).toContainText(`Welcome, ${name}`);
}

export interface OwnCustomer {
  customerId: string;
  name: string;
  email: string;
  /** The token of the customer's link. */
  token: string;
}

interface CustomerOptions {
  /** Time until the link ends. Below 0 it has expired. */
  leftMs?: number;
  /** When the link ends, in place of `leftMs`. */
  endsAt?: Date;
  email?: string;
}

/** Adds a customer with a link, without a verification code. */
export async function addCustomer(repId: string, options: CustomerOptions = {}): Promise<OwnCustomer> {
  const { leftMs = ACCESS_LINK_LIFE_SECONDS * 1000, endsAt = new Date(Date.now() + leftMs), email } = options;
  const customerId = randomUUID();
  const customer = {
    name: `Kim ${customerId.slice(0, 8)}`,
    email: email ?? `${customerId}@customer.example`,
  };
  const token = randomBytes(32).toString('base64url');
  await insertRows('qualified_leads', [
    {
      id: customerId,
      ...customer,
      qualified_by: repId,
      access_token_hash: createHash('sha256').update(token).digest('hex'),
      token_expires_at: endsAt.toISOString(),
    },
  ]);
  return { customerId, ...customer, token };
}

/** The last moment of a UTC day, however long it takes to add a link that ends then. @param days after `now` */
export function endOfDay(now: Date, days: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days + 1) - 1);
}

/** Opens a customer's link and signs in with it, without a browser. */
export async function openLink({ token }: OwnCustomer): Promise<void> {
  await callAsService(backendPathOf('sign-in-customer'), { token });
}

/** Calls a procedure with the service role, which no policy restricts. */
export function callProcedure(name: string, args: Record<string, unknown>): Promise<void> {
  return callAsService(`/rest/v1/rpc/${name}`, args);
}
