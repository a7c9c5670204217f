import { expect, test } from 'vitest';
import type { FunctionDatabase } from '../../database/database.ts';
import { callOf, type FakeDeps, fakeDeps, jsonRequest, repAuthorization } from '../../fake-deps.ts';

const handle = callOf('read-people');

const ask = async (deps: FakeDeps, question: unknown) =>
  handle(jsonRequest(question, await repAuthorization(deps)), deps);

test('a search reaches the database as text, without invisible characters, and no log contains it', async () => {
  const asked: unknown[] = [];
  const deps = fakeDeps({
    database: {
      readPeople: async ({ question }) => {
        asked.push(question);
        return { outcome: 'found', people: [{ email: 'ada@engine.example' }] };
      },
    },
  });
  const response = await ask(deps, { action: 'find', search: ' %Ada_\\\u202e ' });
  expect(asked).toEqual([{ action: 'find', search: '%Ada_\\' }]);
  expect(await response.json()).toEqual({ outcome: 'found', people: [{ email: 'ada@engine.example' }] });
  expect(JSON.stringify(deps.entries)).not.toMatch(/ada/i);
});

test('the database learns from where a manager asks, for the trail', async () => {
  const asked: unknown[] = [];
  const deps = fakeDeps({
    database: {
      readPeople: async ({ ipAddress, userAgent }) => {
        asked.push({ ipAddress, userAgent });
        return { outcome: 'not_found' };
      },
    },
  });
  const headers = {
    ...(await repAuthorization(deps)),
    'x-forwarded-for': '203.0.113.9',
    'user-agent': 'Engine/1',
  };
  await handle(jsonRequest({ action: 'open', email: 'ada@engine.example' }, headers), deps);
  expect(asked).toEqual([{ ipAddress: '203.0.113.9', userAgent: 'Engine/1' }]);
});

test.each<[Awaited<ReturnType<FunctionDatabase['readPeople']>>, number]>([
  [{ outcome: 'unauthenticated' }, 401],
  [{ outcome: 'forbidden' }, 403],
  [{ outcome: 'not_found' }, 404],
])('%j is refused', async (answer, status) => {
  const deps = fakeDeps({ database: { readPeople: async () => answer } });
  expect((await ask(deps, { action: 'open', email: 'ada@engine.example' })).status).toBe(status);
});

test.each([
  {},
  { action: 'find' },
  { action: 'find', search: 'a' },
  { action: 'find', search: '\u0000\u0000\u200b' },
  { action: 'find', search: 'x'.repeat(10_000) },
  { action: 'open', email: 'x'.repeat(255) },
  { action: 'open', email: ['a@b.c'] },
  { action: 'retention', search: 'ada' },
  { action: 'erase', email: 'ada@engine.example' },
])('%j is refused before the database is asked', async (question) => {
  const deps = fakeDeps();
  expect((await ask(deps, question)).status).toBe(400);
  expect(deps.calls).toEqual([]);
});
