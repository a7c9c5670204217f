import { afterAll, beforeAll, expect, test } from 'vitest';
import { CustomersReader } from '../fixtures/read-customers.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;

beforeAll(async () => {
  api = await startTestBackend();
});

afterAll(() => api.close());

test('every expired customer of the demonstration can be extended', async () => {
  const { grant } = await api.signIn(api.backend.demo.salesIds[0] ?? '');
  const customers = new CustomersReader(api, grant.sessionToken);
  const expired = await customers.page({ filter: { statuses: ['expired'] }, page_size: 100 });
  expect(expired.rows.length).toBeGreaterThan(9);
  for (const { customerId, name } of expired.rows) {
    const answer = await api.call('/functions/v1/extend-access', {
      body: { customerId },
      token: grant.sessionToken,
    });
    expect([name, answer.status]).toEqual([name, 200]);
  }
});
