import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpsFixture, opsFixture, STAND_URL } from '../../../operations/ops-fixture.ts';
import { backendPathOf } from '../../../shared/src/contracts/backend/calls.ts';
import { planPricesSchema } from '../../../shared/src/contracts/backend/prices/pricing.ts';

/*
 * A production database holds the migrations and nothing else. After the steps of docs/production.md alone, a
 * representative must be able to sign in and see prices. Once there were none, because prices were demonstration data.
 */

/** Section 9 of the specification: US dollars per month, per year, and once. Not read from the file that is loaded. */
const LIST_PRICES = [
  ['foundation-plus', 1_895, 19_109, 350],
  ['accelerate-pro', 3_200, 32_256, 500],
  ['moonshot', 4_000, 40_320, 625],
  ['enterprise', 9_000, 90_720, 1_100],
] as const;

let fixture: OpsFixture;

beforeAll(async () => {
  fixture = await opsFixture({ seed: false });
});
afterAll(() => fixture.close());

const ask = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fixture.call(
    new Request(STAND_URL + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', apikey: fixture.backend.publishableKey, ...headers },
      body: JSON.stringify(body),
    }),
  );

test("the first representative of a new database signs in and sees the list prices, but for Enterprise's", async () => {
  expect(await fixture.ops('catalogue', 'load')).toEqual(['Added 4 plans, 32 features and 4 prices.']);
  const added = await fixture.ops('rep', 'add', '--name', 'First Rep', '--email', 'first@corvane.example');
  const salesId = /SR(-[0-9A-Z]{4}){3}/.exec(added.join())?.[0];
  const signedIn = await ask(backendPathOf('sign-in-rep'), { salesId });
  expect(signedIn.status).toBe(200);
  const { sessionToken } = (await signedIn.json()) as { sessionToken: string };
  const prices = await ask('/rest/v1/rpc/get_plan_prices', {}, { Authorization: `Bearer ${sessionToken}` });
  expect(planPricesSchema.parse(await prices.json())).toEqual(
    LIST_PRICES.filter(([slug]) => slug !== 'enterprise').map(
      ([productSlug, monthly, annual, activation]) => ({
        productSlug,
        monthlyCents: monthly * 100,
        annualCents: annual * 100,
        activationCents: activation * 100,
      }),
    ),
  );
});
