import { expect, test } from 'vitest';
import { callOf, fakeDeps, jsonRequest, repAuthorization } from '../../fake-deps.ts';

const handle = callOf('save-rep-settings');

test('the answer holds the stored settings', async () => {
  const deps = fakeDeps();
  const response = await handle(jsonRequest({ mailOnOpening: true }, await repAuthorization(deps)), deps);
  expect([response.status, await response.json()]).toEqual([200, { mailOnOpening: true }]);
  expect(deps.calls).toEqual(['saveRepSettings']);
});

test('an ended session gets a 401', async () => {
  const deps = fakeDeps({ database: { saveRepSettings: async () => ({ outcome: 'unauthenticated' }) } });
  const response = await handle(jsonRequest({ mailOnOpening: true }, await repAuthorization(deps)), deps);
  expect(response.status).toBe(401);
});

test.each([{}, { mailOnOpening: 'yes' }, { mailOnOpening: true, other: 1 }])(
  '%j is refused',
  async (body) => {
    const deps = fakeDeps();
    const response = await handle(jsonRequest(body, await repAuthorization(deps)), deps);
    expect(response.status).toBe(400);
    expect(deps.calls).toEqual([]);
  },
);

test('a caller without a token causes no call to the database', async () => {
  const deps = fakeDeps();
  expect((await handle(jsonRequest({ mailOnOpening: true }), deps)).status).toBe(401);
  expect(deps.calls).toEqual([]);
});
