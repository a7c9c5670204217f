import { afterAll, beforeAll, expect, test } from 'vitest';
import { planPricesSchema } from '../../../shared/src/contracts/backend/prices/pricing.ts';
import { readCatalogue } from '../../../tools/catalogue/read-catalogue.ts';
import { type OpsStand, opsStand, STAND_URL } from '../../../tools/ops/ops-stand.ts';
import { createTestDatabase } from '../../../tools/stack/backend/schema/test-database.ts';

/*
 * A production database holds the migrations and nothing else. After the steps of docs/production.md alone, a
 * representative must be able to sign in and see prices. Once there were none, because prices were demonstration data.
 */

let stand: OpsStand;
let dropDatabase: (() => Promise<void>) | undefined;

beforeAll(async () => {
  const database = await createTestDatabase();
  dropDatabase = database?.drop;
  stand = await opsStand({ env: { DATABASE_URL: database?.url }, seed: false });
});
afterAll(async () => {
  await stand.close();
  await dropDatabase?.();
});

const ask = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  stand.call(
    new Request(STAND_URL + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', apikey: stand.backend.publishableKey, ...headers },
      body: JSON.stringify(body),
    }),
  );

test('the first representative of a new database signs in and sees the prices of all plans', async () => {
  expect(await stand.ops('catalogue', 'load')).toEqual(['Added 4 plans, 32 features and 4 prices.']);
  const added = await stand.ops('rep', 'add', '--name', 'First Rep', '--email', 'first@corvane.example');
  const salesId = /SR(-[0-9A-Z]{4}){3}/.exec(added.join())?.[0];
  const signedIn = await ask('/functions/v1/sign-in-rep', { salesId });
  expect(signedIn.status).toBe(200);
  const { sessionToken } = (await signedIn.json()) as { sessionToken: string };
  const prices = await ask('/rest/v1/rpc/get_plan_prices', {}, { Authorization: `Bearer ${sessionToken}` });
  expect(planPricesSchema.parse(await prices.json())).toEqual(
    readCatalogue().plans.map(({ slug, price }) => ({ productSlug: slug, ...price })),
  );
});
