import { expect, test } from 'vitest';
import { fakeDeps, jsonRequest } from '../_shared/fake-deps.ts';
import { handle } from './handler.ts';

test.each([true, false])(
  'the cookie is cleared, whether there was a session to end (%s) or not',
  async (hadSession) => {
    const deps = fakeDeps({ database: { endSession: async () => hadSession } });
    const response = await handle(jsonRequest({}, { cookie: `corvane_refresh=${'A'.repeat(43)}` }), deps);
    expect(await response.json()).toEqual({ signedOut: true });
    expect(response.headers.get('set-cookie')).toContain('corvane_refresh=; Path=/functions/v1; Max-Age=0');
    expect(deps.calls).toEqual(['endSession']);
  },
);

test('the answer claims no sign-out when the database could not be asked', async () => {
  const deps = fakeDeps({
    database: {
      endSession: async () => {
        throw new Error('down');
      },
    },
  });
  const response = await handle(jsonRequest({}, { cookie: `corvane_refresh=${'A'.repeat(43)}` }), deps);
  expect(response.status).toBe(500);
  expect(response.headers.get('set-cookie')).toBeNull();
});
