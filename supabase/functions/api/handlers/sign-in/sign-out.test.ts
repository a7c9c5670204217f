import { expect, test } from 'vitest';
import { callOf, fakeDeps, jsonRequest } from '../../fake-deps.ts';

const handle = callOf('sign-out');

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

/** Regression: the first of two cookies won, so a planted one kept the own session open. */
test('with two cookies both sessions end', async () => {
  const ended: string[] = [];
  const deps = fakeDeps({
    database: {
      endSession: async (hash) => {
        ended.push(hash);
        return true;
      },
    },
  });
  const cookie = `corvane_refresh=${'B'.repeat(43)}; corvane_refresh=${'A'.repeat(43)}`;
  expect((await handle(jsonRequest({}, { cookie }), deps)).status).toBe(200);
  expect(new Set(ended).size).toBe(2);
});

test('of many cookies only ten are looked up', async () => {
  const deps = fakeDeps();
  const cookie = Array.from({ length: 50 }, (_, n) => `corvane_refresh=${String(n).padStart(43, '0')}`).join(
    '; ',
  );
  await handle(jsonRequest({}, { cookie }), deps);
  expect(deps.calls).toEqual(Array(10).fill('endSession'));
});
