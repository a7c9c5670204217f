import { expect, test } from 'vitest';
import { DatabaseError } from '../../database/database-call.ts';
import type { NewSiteEvents } from '../../database/site-event-calls.ts';
import { callOf, fakeDeps, jsonRequest } from '../../fake-deps.ts';

const handle = callOf('record-site-events');

const VITAL = { kind: 'web-vital', metric: 'LCP', value: 1234.5 };
const FAILURE = {
  kind: 'remote-failure',
  remote: 'marketing',
  version: 'abc123',
  reason: 'timed-out',
  recovered: true,
};
const FRAME = 'portal/p1/page-Ab_1.js:1:2000';
const ERROR = {
  kind: 'page-error',
  application: 'portal',
  version: 'p1',
  thrownIn: 'render',
  name: 'TypeError',
  stack: [FRAME],
  components: [FRAME],
};

const batch = (fields: Record<string, unknown> = {}) => ({
  compositionId: 'c0ffee',
  versions: { host: 'h1', marketing: 'abc123' },
  path: '/pricing',
  events: [VITAL, FAILURE, ERROR],
  ...fields,
});

const IDENTIFYING = {
  'x-forwarded-for': '203.0.113.7',
  'user-agent': 'Bait Browser',
  referer: 'https://www.corvane.example/pricing?access=secret',
  cookie: 'corvane_refresh=secret',
};

test('events are stored as columns, and the answer is 204 without a body', async () => {
  const recorded: NewSiteEvents[] = [];
  const deps = fakeDeps({
    database: {
      recordSiteEvents: async (rows) => {
        recorded.push(rows);
        return true;
      },
    },
  });
  const response = await handle(jsonRequest(batch()), deps);
  expect([response.status, await response.text()]).toEqual([204, '']);
  expect(response.headers.get('content-type')).toBeNull();
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('x-correlation-id')).toMatch(/^[0-9a-f-]{36}$/);
  const { version, ...failure } = FAILURE;
  expect(recorded).toEqual([
    {
      composition_id: 'c0ffee',
      versions: { host: 'h1', marketing: 'abc123' },
      path: '/pricing',
      events: [
        VITAL,
        { ...failure, remote_version: version },
        {
          kind: 'page-error',
          application: 'portal',
          application_version: 'p1',
          thrown_in: 'render',
          error_name: 'TypeError',
          stack: [FRAME],
          components: [FRAME],
        },
      ],
    },
  ]);
});

test('the database and the log receive nothing about the sender', async () => {
  const written: unknown[] = [];
  const deps = fakeDeps({
    database: {
      recordSiteEvents: async (rows) => {
        written.push(rows);
        throw new Error('down');
      },
    },
  });
  const response = await handle(jsonRequest(batch(), IDENTIFYING), deps);
  expect(response.status).toBe(500);
  expect(written).toHaveLength(1);
  expect(JSON.stringify([written, deps.entries])).not.toMatch(/203\.0\.113|Bait Browser|secret/);
});

test('a batch is counted for its network by the call that stores it', async () => {
  const networks: string[] = [];
  const deps = fakeDeps({
    database: {
      recordSiteEvents: async (_rows, _counts, network) => {
        networks.push(network);
        throw new DatabaseError('record_site_events', '', 0);
      },
    },
  });
  const response = await handle(jsonRequest(batch(), IDENTIFYING), deps);
  expect([response.status, networks, deps.calls]).toEqual([503, ['203.0.113.7'], ['recordSiteEvents']]);
});

test("when the day's limit is reached, the answer says until when, and the log says so", async () => {
  const deps = fakeDeps({ database: { recordSiteEvents: async () => false } });
  const response = await handle(jsonRequest(batch()), deps);
  // The day of FAKE_NOW ends in twelve hours.
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '43200']);
  expect(deps.entries.map(({ level, event }) => [level, event])).toEqual([
    ['warn', 'site_events_full'],
    ['info', 'request_failed'],
  ]);
});

const SCRIPT = '<script>alert(1)</script>';
const tooManyVersions = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`app-${i}`, 'v1']));

test.each([
  ['a composition without a name', batch({ compositionId: '' }), 'compositionId'],
  ['a longer composition', batch({ compositionId: 'c'.repeat(41) }), 'compositionId'],
  ['no versions', batch({ versions: {} }), 'versions'],
  ['eleven applications', batch({ versions: tooManyVersions }), 'versions'],
  ['a version that is not a directory', batch({ versions: { host: '../h1' } }), 'versions.host'],
  ['an application with a strange name', batch({ versions: { 'A b': 'h1' } }), 'versions.A b'],
  ['a path with a query', batch({ path: '/pricing?access=secret' }), 'path'],
  ['a path with an escape sequence', batch({ path: '/p\u001b]52;c;eA==\u0007' }), 'path'],
  ['a path of two lines', batch({ path: '/p\nforged' }), 'path'],
  ['a path with a fragment', batch({ path: '/pricing#a' }), 'path'],
  ['an address instead of a path', batch({ path: 'https://www.corvane.example/' }), 'path'],
  ['a longer path', batch({ path: `/${'p'.repeat(200)}` }), 'path'],
  ['no events', batch({ events: [] }), 'events'],
  ['twenty-one events', batch({ events: Array.from({ length: 21 }, () => VITAL) }), 'events'],
  ['an event of another kind', batch({ events: [{ kind: 'click' }] }), 'events.0.kind'],
  ['an unknown metric', batch({ events: [{ ...VITAL, metric: 'FID' }] }), 'events.0.metric'],
  ['a negative value', batch({ events: [{ ...VITAL, value: -1 }] }), 'events.0.value'],
  ['a value above ten minutes', batch({ events: [{ ...VITAL, value: 600_001 }] }), 'events.0.value'],
  ['an unknown reason', batch({ events: [{ ...FAILURE, reason: 'Error: x' }] }), 'events.0.reason'],
  ['an event with too many fields', batch({ events: [VITAL, { ...FAILURE, userId: 7 }] }), 'events.1.userId'],
  ['an error with its message', batch({ events: [{ ...ERROR, message: 'x' }] }), 'events.0.message'],
  ['an error with a script for a name', batch({ events: [{ ...ERROR, name: SCRIPT }] }), 'events.0.name'],
  ['a script in a stack', batch({ events: [{ ...ERROR, stack: [SCRIPT] }] }), 'events.0.stack.0'],
  ['an address in a stack', batch({ events: [{ ...ERROR, stack: [`/${FRAME}`] }] }), 'events.0.stack.0'],
  [
    'a path out of its folder in a stack',
    batch({ events: [{ ...ERROR, stack: ['portal/../page.js:1:2'] }] }),
    'events.0.stack.0',
  ],
  ['a longer stack', batch({ events: [{ ...ERROR, stack: Array(6).fill(FRAME) }] }), 'events.0.stack'],
  ['six errors', batch({ events: Array(6).fill(ERROR) }), 'events'],
  ['a batch with too many fields', batch({ userAgent: 'Bait Browser' }), 'userAgent'],
])('refuses %s', async (_, body, field) => {
  const deps = fakeDeps();
  const response = await handle(jsonRequest(body), deps);
  expect(response.status).toBe(400);
  expect(Object.keys((await response.json()).error.fields)).toEqual([field]);
  expect(deps.calls).toEqual([]);
});

test('a value that is not finite is refused', async () => {
  const request = new Request('https://www.corvane.example/functions/v1/record-site-events', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(batch({ events: [VITAL] })).replace('1234.5', '1e999'),
  });
  expect((await handle(request, fakeDeps())).status).toBe(400);
});

test('the longest valid batch fits in 16 kB, and a larger one is refused', async () => {
  const name = (length: number) => 'n'.repeat(length);
  const longest = batch({
    compositionId: name(40),
    versions: Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`${name(39)}${i}`, name(64)])),
    path: `/${name(199)}`,
    events: Array.from({ length: 20 }, (_, i) => {
      const frame = `${name(40)}/${name(64)}/${name(80)}.js:9999999:9999999`;
      return i < 5
        ? {
            ...ERROR,
            ...{ application: name(40), version: name(64), name: `N${name(39)}`, thrownIn: 'hydration' },
            stack: Array(5).fill(frame),
            components: Array(2).fill(frame),
          }
        : { ...FAILURE, remote: name(40), version: name(64) };
    }),
  });
  expect((await handle(jsonRequest(longest), fakeDeps())).status).toBe(204);

  const deps = fakeDeps();
  const response = await handle(jsonRequest({ ...longest, padding: name(16 * 1024) }), deps);
  expect(response.status).toBe(413);
  expect((await response.json()).error.message).toBe('The request is larger than 16 kB.');
  expect(deps.calls).toEqual([]);
});
