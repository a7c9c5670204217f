import { request } from 'node:http';
import { connect } from 'node:net';
import { workerData } from 'node:worker_threads';

/** The task of the attacker's thread. */
export interface FloodOrder {
  port: number;
  publishableKey: string;
  /** Requests of each kind that are under way at once. */
  atOnce: number;
}

interface Attack {
  path: string;
  body: string;
}

/** As much as the edge lets through to a procedure and to a function. */
const PROCEDURE_BYTES = 8 * 1024;
const FUNCTION_BYTES = 32 * 1024;

/** The worst listed calls, as an anonymous caller may send them: refused for their size, or as large as they may be. */
const ATTACKS: readonly Attack[] = [
  { path: '/rest/v1/rpc/get_plan_prices', body: '['.repeat(1_000_000) },
  { path: '/rest/v1/rpc/get_plan_prices', body: '['.repeat(PROCEDURE_BYTES) },
  {
    path: '/rest/v1/rpc/get_product_features',
    body: JSON.stringify({ product_name_param: '['.repeat(PROCEDURE_BYTES - 100) }),
  },
  { path: '/rest/v1/rpc/get_sales_dashboard', body: '{}' },
  { path: '/functions/v1/sign-in-rep', body: JSON.stringify({ salesId: 'NOT-AN-ID' }) },
  {
    path: '/functions/v1/submit-contact',
    body: JSON.stringify({ message: 'x'.repeat(FUNCTION_BYTES - 100) }),
  },
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
      method: 'POST',
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
  const head = [
    'POST /functions/v1/submit-contact HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Content-Type: application/json',
    'Content-Length: 1000',
  ];
  socket.write([...head, '', ''].join('\r\n'));
  const drip = setInterval(() => socket.write('x'), 1_000);
  socket.resume();
  socket.once('close', () => {
    clearInterval(drip);
    setTimeout(uploadSlowly, 100);
  });
}
