import { BROWSER_CALLS } from '@corvane/shared/contracts/backend/calls';
import { sampleOf } from '@corvane/tools/machine/sample';
import { beforeAll, expect, test } from 'vitest';
import { attacked, describeDoors, describeEdges, expectStillAnswering, gateway, memoryMb } from './attack.ts';

/** Each of these is refused within this time, even on a busy machine. */
const REFUSED_WITHIN_MS = 5_000;
const MAX_GROWTH_MB = 300;

let token = '';
beforeAll(async () => {
  const answer = await gateway.call('/functions/v1/sign-in-rep', { salesId: 'DEMO-REP-2018' });
  token = ((await answer.json()) as { sessionToken: string }).sessionToken;
});

/** Products with their features with their products, and so on. Each step multiplied the rows. */
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
  'a filtered answer of a procedure': '/rest/v1/rpc/get_plan_prices?productSlug=match.(a*)*b',
  'an ordered answer of a procedure': '/rest/v1/rpc/get_plan_prices?order=monthlyCents.desc&limit=1',
  'an embedding into the answer of a procedure':
    '/rest/v1/rpc/get_sales_records_by_rep?select=*,sales_representatives(*)',
};

const METHODS = ['PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'CONNECT'];

const deep = (count: number, open: string, close: string, core = '') =>
  open.repeat(count) + core + close.repeat(count);
const base64 = (text: string) => Buffer.from(text).toString('base64');
/** The limit of a procedure's body. It is the same for all procedures. */
const MAX_BYTES = Math.min(
  ...BROWSER_CALLS.filter(({ kind }) => kind === 'procedure').map(({ maxBodyBytes }) => maxBodyBytes),
);

interface Refused {
  procedure: string;
  /** The body with this many repetitions. */
  body: (count: number) => string;
  /** Whether an anonymous visitor has no right to call it. */
  isForRepsOnly?: boolean;
}

const ofBrackets = (count: number) => JSON.stringify({ after: base64('['.repeat(count)) });
const named = (count: number) => JSON.stringify({ product_name_param: 'x'.repeat(count) });
const inLists = (count: number) => `{"filter":${deep(count, '[', ']')}}`;

const CALLS: Record<string, Refused> = {
  'a cursor of brackets to the sales': {
    ...{ procedure: 'get_sales_table', body: ofBrackets, isForRepsOnly: true },
  },
  'a cursor of brackets to the customers': {
    ...{ procedure: 'get_customers', body: ofBrackets, isForRepsOnly: true },
  },
  'a filter within lists': { procedure: 'get_sales_dashboard', body: inLists, isForRepsOnly: true },
  'a filter within objects': {
    procedure: 'get_sales_dashboard',
    body: (count) => `{"filter":${deep(count, '{"a":', '}', '1')}}`,
    isForRepsOnly: true,
  },
  'a text within lists': {
    procedure: 'get_product_description',
    body: (count) => `{"product_name_param":${deep(count, '[', ']')}}`,
  },
  'a list of calls': {
    procedure: 'get_plan_prices',
    body: (count) => `[${'{},'.repeat(count)}{}]`,
  },
  'a long name': { procedure: 'get_product_description', body: named },
};

/** The largest body that both edges accept. */
function largestOf({ body }: Refused): string {
  let count = 1;
  while (Buffer.byteLength(body(count + 1)) <= MAX_BYTES) count += 1;
  return body(count);
}

/** The edges do not parse these bodies. Without a limit, the first one made the database unable to answer. */
const TOO_LARGE: Record<string, Refused & { count: number }> = {
  'a cursor of 75,000 brackets to the sales': {
    ...{ procedure: 'get_sales_table', body: ofBrackets, isForRepsOnly: true, count: 75_000 },
  },
  'a cursor of 75,000 brackets to the customers': {
    ...{ procedure: 'get_customers', body: ofBrackets, isForRepsOnly: true, count: 75_000 },
  },
  'a name of 1 MB': {
    ...{ procedure: 'get_product_description', body: named, count: 1_000_000 },
  },
  '800 kB of brackets': {
    ...{ procedure: 'get_sales_dashboard', body: inLists, isForRepsOnly: true, count: 400_000 },
  },
};

describeDoors((door, isEdge) => {
  /** Sends a body as an anonymous visitor and as a representative. */
  async function expectRefused(
    { procedure, isForRepsOnly = false }: Refused,
    body: string,
    isTooLarge = false,
  ) {
    const before = memoryMb();
    for (const isRep of [false, true]) {
      const startedAt = performance.now();
      const answer = await door.call(
        `/rest/v1/rpc/${procedure}`,
        body,
        isRep ? { Authorization: `Bearer ${token}` } : {},
      );
      const text = await answer.text();
      expect(performance.now() - startedAt).toBeLessThan(REFUSED_WITHIN_MS);
      if (isTooLarge) {
        expect(answer.status, text).toBe(413);
      } else if (isForRepsOnly && !isRep) {
        expect([400, 401, 413], text).toContain(answer.status);
      } else {
        // The database itself refuses what is nested too deep for it.
        expect([400, 413], text).toContain(answer.status);
        expect(JSON.parse(text).code).toMatch(/^(PGRST102|22\w{3}|54\w{3})$/);
      }
    }
    expect(memoryMb() - before).toBeLessThan(MAX_GROWTH_MB);
    await expectStillAnswering();
  }

  test.each(sampleOf(`calls to ${door.name}`, Object.entries(CALLS), 4))(
    '%s of the largest size that the edges accept is refused',
    async (_, call) => {
      const body = largestOf(call);
      expect(MAX_BYTES - Buffer.byteLength(body)).toBeLessThan(10);
      await expectRefused(call, body);
    },
  );

  test('two calls in a list are refused', async () => {
    await expectRefused({ procedure: 'get_plan_prices', body: String }, '[{},{}]');
  });

  test.each(sampleOf(`large calls to ${door.name}`, Object.entries(TOO_LARGE), 4))(
    '%s is refused',
    async (_, call) => {
      await expectRefused(call, call.body(call.count), isEdge);
    },
  );
});

describeEdges((edge) => {
  test.each(sampleOf(`reads at ${edge.name}`, Object.keys(TABLE_READS), 4))(
    '%s is not one of our calls',
    async (what) => {
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
    },
  );

  test.each(sampleOf(`methods at ${edge.name}`, METHODS, 4))(
    '%s of a call is refused and never causes a server error',
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
