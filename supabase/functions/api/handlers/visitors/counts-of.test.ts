import { expect, test } from 'vitest';
import type { NewSiteCounts } from '../../database/site-event-calls.ts';
import { callOf, fakeDeps, jsonRequest } from '../../fake-deps.ts';

const handle = callOf('record-site-events');

const count = (what: string) => ({ kind: 'count', what });
const batch = (fields: Record<string, unknown> = {}) => ({
  compositionId: 'c0ffee',
  versions: { host: 'h1', marketing: 'm1', portal: 'p1' },
  path: '/pricing',
  referrer: 'www.google.com',
  campaign: 'News/Autumn',
  events: [count('visit'), count('view')],
  ...fields,
});

async function countedOf(body: unknown, headers: Record<string, string> = {}) {
  const added: NewSiteCounts[] = [];
  const stored: unknown[] = [];
  const deps = fakeDeps({
    database: {
      recordSiteEvents: async ({ events }, counts) => {
        stored.push(...events);
        if (counts) added.push(counts);
        return true;
      },
    },
  });
  const { status } = await handle(jsonRequest(body, headers), deps);
  return { status, added, stored, calls: deps.calls };
}

test('counts are added with the kind of website, the campaign and the versions, and no event is stored', async () => {
  const { status, added, stored, calls } = await countedOf(batch());
  expect(status).toBe(204);
  expect([calls, stored]).toEqual([['recordSiteEvents'], []]);
  expect(added).toEqual([
    {
      page: '/pricing',
      source: 'search',
      campaign: 'news/autumn',
      host_version: 'h1',
      marketing_version: 'm1',
      counts: ['visit', 'view'],
    },
  ]);
});

test.each([
  ['page', { path: '/invented' }, { page: 'other' }],
  ['odd page', { path: '/../../etc/passwd%00<script>' }, { page: 'other' }],
  [
    'version',
    { versions: { host: 'h666', marketing: 'm666' } },
    { host_version: 'other', marketing_version: 'other' },
  ],
  ['missing version', { versions: { blog: 'b1' } }, { host_version: 'other', marketing_version: 'other' }],
  ['campaign', { campaign: '<script>alert(1)</script>' }, { campaign: 'other' }],
  ['person in a campaign', { campaign: 'mail/ada@engine.example' }, { campaign: 'other' }],
  ['name of an object', { path: '/__proto__', campaign: '__proto__/constructor' }, { page: 'other' }],
])('a browser cannot invent a %s', async (_, fields, kept) => {
  const { status, added } = await countedOf(batch(fields));
  expect(status).toBe(204);
  expect(added).toMatchObject([kept]);
});

test('with Global Privacy Control nothing is counted or stored, not even the attempt', async () => {
  const { status, calls } = await countedOf(batch({ events: [count('view')] }), {
    'sec-gpc': '1',
  });
  expect([status, calls]).toEqual([204, []]);
});

test('a full day is told, as for events', async () => {
  const deps = fakeDeps({ database: { recordSiteEvents: async () => false } });
  const response = await handle(jsonRequest(batch()), deps);
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '43200']);
});

const deep = (levels: number): unknown => (levels === 0 ? 'view' : [deep(levels - 1)]);
test.each([
  ['the same thing twice', batch({ events: [count('view'), count('view')] }), 'events'],
  ['an unknown thing', batch({ events: [count('click')] }), 'events.0.what'],
  ['a number with a count', batch({ events: [{ ...count('view'), count: 1e9 }] }), 'events.0.count'],
  ['a longer campaign', batch({ campaign: 'x'.repeat(201) }), 'campaign'],
  ['a campaign that is a list', batch({ campaign: ['a', 'b'] }), 'campaign'],
  ['a longer referrer', batch({ referrer: 'x'.repeat(254) }), 'referrer'],
  ['a thousand levels', batch({ events: [{ kind: 'count', what: deep(1000) }] }), 'events.0.what'],
  ['two hundred counts', batch({ events: Array(200).fill(count('view')) }), 'events'],
])('refuses %s', async (_, body, field) => {
  const deps = fakeDeps();
  const response = await handle(jsonRequest(body), deps);
  expect(response.status).toBe(400);
  expect(Object.keys((await response.json()).error.fields)).toEqual([field]);
  expect(deps.calls).toEqual([]);
});
