import { beforeAll, expect, test } from 'vitest';
import { attacked, describeEdges, expectStillAnswering, gateway, memoryMb } from './attack.ts';

/** One of these takes at most this long to be refused, on a busy machine too. */
const REFUSED_WITHIN_MS = 5_000;
const MAX_GROWTH_MB = 300;

let token = '';
beforeAll(async () => {
  const answer = await gateway.call('/functions/v1/sign-in-rep', { salesId: 'DEMO-REP-2018' });
  token = ((await answer.json()) as { accessToken: string }).accessToken;
});

/** Products with their features with their products …: each step multiplied the rows. */
function embedded(depth: number): string {
  let inner = '*';
  for (let step = 0; step < depth; step++) {
    inner = step % 2 === 0 ? `*,product_features(${inner})` : `*,products(${inner})`;
  }
  return inner;
}

const TABLE_READS: Record<string, string> = {
  'a table': '/rest/v1/products',
  'an embedding of 11 steps, which took 95 s and 2.8 GB': `/rest/v1/products?select=${embedded(11)}`,
  'a regular expression': '/rest/v1/products?description=match.((.{0,255}){0,255}){0,255}!',
  'a filter nested 500 deep': `/rest/v1/products?or=${'(and('.repeat(500)}id.is.null${'))'.repeat(500)}`,
  'an order by every column': '/rest/v1/products?order=name.desc,slug.asc,description.asc&limit=1000000',
  'a filtered answer of a procedure': '/rest/v1/rpc/get_plan_prices?product_slug=match.(a*)*b',
  'an ordered answer of a procedure': '/rest/v1/rpc/get_plan_prices?order=monthly_cents.desc&limit=1',
  'an embedding into the answer of a procedure':
    '/rest/v1/rpc/get_sales_records_by_rep?select=*,sales_representatives(*)',
};

const deep = (count: number, open: string, close: string, core = '') =>
  open.repeat(count) + core + close.repeat(count);
const base64 = (text: string) => Buffer.from(text).toString('base64');

const CALLS: Record<string, [procedure: string, body: string]> = {
  'a cursor of 75,000 brackets to the sales, which left the database answering nothing': [
    'get_sales_table',
    JSON.stringify({ after: base64('['.repeat(75_000)) }),
  ],
  'the same to the customers': ['get_customers', JSON.stringify({ after: base64('['.repeat(75_000)) })],
  'the longest cursor that the edge lets through': [
    'get_customers',
    JSON.stringify({ after: base64('['.repeat(11_000)) }),
  ],
  'a filter within 7,000 lists': ['get_sales_dashboard', `{"filter":${deep(7_000, '[', ']')}}`],
  'a filter within 2,000 objects': ['get_sales_dashboard', `{"filter":${deep(2_000, '{"a":', '}', '1')}}`],
  'a text within 7,000 lists': ['get_product_description', `{"product_name_param":${deep(7_000, '[', ']')}}`],
  '5,000 calls in one body': ['get_plan_prices', `[${'{},'.repeat(5_000)}{}]`],
  'a name of 16 kB': ['get_product_description', JSON.stringify({ product_name_param: 'x'.repeat(16_000) })],
  'a name of 1 MB': [
    'get_product_description',
    JSON.stringify({ product_name_param: 'x'.repeat(1_000_000) }),
  ],
  '800 kB of brackets': ['get_sales_dashboard', `{"filter":${deep(400_000, '[', ']')}}`],
};

describeEdges((edge) => {
  test.each(Object.keys(TABLE_READS))('%s is no call of ours', async (what) => {
    const before = memoryMb();
    const startedAt = performance.now();
    for (const key of [attacked.publishableKey, attacked.secretKey]) {
      const response = await fetch(`http://localhost:${edge.port}${TABLE_READS[what]}`, {
        headers: { apikey: key, Authorization: `Bearer ${token}` },
      });
      expect([400, 404, 405]).toContain(response.status);
    }
    expect(performance.now() - startedAt).toBeLessThan(REFUSED_WITHIN_MS);
    expect(memoryMb() - before).toBeLessThan(MAX_GROWTH_MB);
    await expectStillAnswering();
  });

  test.each(Object.keys(CALLS))('%s is refused', async (what) => {
    const [procedure = '', body = ''] = CALLS[what] ?? [];
    const before = memoryMb();
    for (const headers of [undefined, { Authorization: `Bearer ${token}` }]) {
      const startedAt = performance.now();
      const answer = await edge.call(`/rest/v1/rpc/${procedure}`, body, headers);
      expect([400, 401, 403, 404, 413], await answer.text()).toContain(answer.status);
      expect(performance.now() - startedAt).toBeLessThan(REFUSED_WITHIN_MS);
    }
    expect(memoryMb() - before).toBeLessThan(MAX_GROWTH_MB);
    await expectStillAnswering();
  });

  test.each(['PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'CONNECT'])(
    '%s of a call is refused and never a fault of the server',
    async (method) => {
      for (const path of ['/rest/v1/rpc/get_plan_prices', '/functions/v1/sign-out', '/rest/v1/products']) {
        const { status } = await edge.send(
          `${method} ${path} HTTP/1.1\r\nHost: localhost:${edge.port}\r\nConnection: close\r\n\r\n`,
        );
        expect([0, 400, 404, 405]).toContain(status);
      }
      await expectStillAnswering();
    },
  );
});
