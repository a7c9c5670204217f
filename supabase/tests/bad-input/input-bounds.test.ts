import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
/** The token of a live representative, so a refusal is about the input, not the caller. */
let token: string;

beforeAll(async () => {
  api = await startTestBackend();
  token = (await api.signIn(api.backend.demo.salesIds[0] ?? '')).grant.sessionToken;
});

afterAll(() => api.close());

// A cursor of 100 kB of brackets once broke the embedded database: it answered no further call.
afterEach(async () => {
  expect((await api.rpc('get_plan_prices', {}, token)).body).toHaveLength(3);
});

const MANY = 100_000;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

const CURSORS: [string, string][] = [
  ['open brackets', base64('['.repeat(MANY))],
  ['closed brackets', base64(nested(MANY))],
  ['objects within objects', base64(`${'{"a":'.repeat(MANY)}1${'}'.repeat(MANY)}`)],
  ['a long text', base64(JSON.stringify({ order: 'sale_date desc', key: 'x'.repeat(MANY) }))],
  ['no base64', '!'.repeat(MANY)],
  ['brackets at the longest length that is read', base64(nested(1_500))],
];

test.each(['get_sales_table', 'get_customers'])('%s refuses a forged cursor', async (name) => {
  for (const [what, after] of CURSORS) {
    const answer = await api.rpc(name, { after }, token);
    expect([what, answer.status, answer.body.code]).toEqual([what, 400, '22023']);
    expect(answer.text.length).toBeLessThan(1_000);
  }
});

/** Regression: the months from such a day filled the disk, until the statement's time was over. */
test.each(['-infinity', 'infinity', '4713-01-01 BC', '5874897-12-31'])(
  'a cursor of the day %s is refused, or its page is small',
  async (key) => {
    for (const [name, order] of [
      ['get_own_statements', 'month'],
      ['get_sales_table', 'sale_date desc'],
    ] as const) {
      const answer = await api.rpc(name, { after: base64(JSON.stringify({ order, key })) }, token);
      expect([200, 400], `${name}: ${answer.text}`).toContain(answer.status);
      expect(answer.text.length).toBeLessThan(50_000);
      if (key.includes('infinity')) expect([name, answer.body.code]).toEqual([name, '22023']);
    }
  },
);

const LONG = 'x'.repeat(MANY);
const FILTERS: [string, unknown][] = [
  ['a name of a product that is too long', { products: [LONG] }],
  ['a name of 101 characters', { products: ['x'.repeat(101)] }],
  ['51 products', { products: Array.from({ length: 51 }, (_, n) => `Plan ${n}`) }],
  ['a search of 201 characters', { search: 'x'.repeat(201) }],
  ['a long search', { search: LONG }],
  ['a long day', { from: LONG }],
  ['a long status', { statuses: [LONG] }],
  ['lists within lists', { products: [[['Moonshot']]] }],
  ['an object for a list', { statuses: { active: { active: {} } } }],
  [
    'numbers that are short to write and long to print',
    { products: Array.from({ length: 50 }, () => 1e300) },
  ],
  ['a field with a long name', { [LONG]: null }],
  ['40 kB of unknown fields', Object.fromEntries(Array.from({ length: 4_000 }, (_, n) => [`field${n}`, n]))],
];

test.each(['get_sales_table', 'get_sales_dashboard', 'get_customers'])(
  '%s refuses a filter beyond its limits',
  async (name) => {
    for (const [what, filter] of FILTERS) {
      const answer = await api.rpc(name, { filter }, token);
      expect([what, answer.status, answer.body.code]).toEqual([what, 400, '22023']);
      expect(answer.text.length).toBeLessThan(1_000);
    }
  },
);

test.each([200, 4_000, 50_000])('a filter nested %i deep is refused', async (depth) => {
  for (const name of ['get_sales_table', 'get_sales_dashboard', 'get_customers']) {
    for (const nest of ['['.repeat(depth), nested(depth), `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`]) {
      const answer = await api.call(`/rest/v1/rpc/${name}`, { body: `{"filter":${nest}}`, token });
      expect([400, 413], name).toContain(answer.status);
    }
  }
});

test.each(['get_product_description', 'get_product_features'])('%s refuses a long name', async (name) => {
  for (const length of [101, MANY]) {
    const answer = await api.rpc(name, { product_name_param: 'x'.repeat(length) });
    expect([answer.status, answer.body.code]).toEqual([400, '22023']);
  }
});

test.each(['sort', 'direction'])('get_sales_table refuses a long %s', async (name) => {
  const answer = await api.rpc('get_sales_table', { [name]: LONG }, token);
  expect([answer.status, answer.body.code]).toEqual([400, '22023']);
});

test.each([-1, 0, 2_000_000_000, null])('a page of %s rows becomes the nearest valid size', async (size) => {
  for (const name of ['get_sales_table', 'get_customers']) {
    const { rows } = (await api.rpc(name, { page_size: size }, token)).body;
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThanOrEqual(1_000);
  }
});

test('an import takes at most 5,000 rows at once', async () => {
  const answer = await api.call('/rest/v1/rpc/stage_sales', {
    key: api.backend.secretKey,
    body: { import_id_param: crypto.randomUUID(), rows_param: Array.from({ length: 5_001 }, () => ({})) },
  });
  expect([answer.status, answer.body.code]).toEqual([400, '22023']);
});

test.each([
  ['get_customers', { filter: { lead_id: 'x' } }, 'lead_id is not an id (UUID)'],
  ['get_sales_table', { filter: { from: '2026-02-31' } }, 'from is not a calendar day: no month has it'],
  ['get_sales_table', { sort: 'luck' }, 'unknown sort: "luck"'],
  ['get_sales_table', { direction: 'up' }, 'unknown direction: "up"'],
])('%s explains in our own words what is wrong with %j', async (name, args, message) => {
  const answer = await api.rpc(name, args, token);
  expect([answer.status, answer.body.message]).toEqual([400, message]);
});
