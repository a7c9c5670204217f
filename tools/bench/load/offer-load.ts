import { Agent, type ClientRequest, request as send } from 'node:http';
import { TEST_ADDRESS_HEADER } from '../../gateway/both-edges/nginx-under-test.ts';
import { quantile } from '../samples.ts';
import type { LoadStep } from './ramp.ts';

export interface OfferedRequest {
  path: string;
  /** Posted as JSON. Null for a GET. */
  body: string | null;
  headers: Record<string, string>;
  /** The caller's. */
  address: string;
}

interface Offer {
  port: number;
  /** Requests per second. */
  rate: number;
  forMs: number;
  next(): OfferedRequest;
}

/** How long the last requests may take. What is not answered by then has failed. */
const DRAIN_MS = 2_000;
const TICK_MS = 5;
const MAX_CONNECTIONS = 256;

/**
 * Sends requests at a fixed rate, whether earlier ones are answered or not. A time counts from the instant at which
 * its request was due. So a site that stands still for a second slows all requests of that second.
 */
export async function offerLoad({ port, rate, forMs, next }: Offer): Promise<LoadStep> {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS });
  const timesMs: number[] = [];
  const answeredAt: number[] = [];
  const open = new Set<ClientRequest>();
  let failed = 0;
  let sent = 0;
  const usedBefore = process.cpuUsage();
  const startedAt = performance.now();
  const due = (index: number) => startedAt + (index * 1000) / rate;
  const count = Math.round((rate * forMs) / 1000);
  await new Promise<void>((resolve) => {
    let ended = 0;
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      clearInterval(ticks);
      clearTimeout(deadline);
      failed += count - ended;
      resolve();
    };
    const deadline = setTimeout(end, forMs + DRAIN_MS);
    const ticks = setInterval(() => {
      for (; sent < count && due(sent) <= performance.now(); sent += 1) {
        const dueAt = due(sent);
        const request = sendOne(agent, port, next(), (isGood) => {
          open.delete(request);
          if (isOver) return;
          ended += 1;
          if (isGood) {
            answeredAt.push(performance.now());
            timesMs.push(performance.now() - dueAt);
          } else failed += 1;
          if (ended === count) end();
        });
        open.add(request);
      }
    }, TICK_MS);
  });
  const seconds = (performance.now() - startedAt) / 1000;
  // Those that wait for a connection would get one, and load the site during the next step.
  for (const request of open) request.destroy();
  agent.destroy();
  const { user, system } = process.cpuUsage(usedBefore);
  return {
    offered: rate,
    answered: Math.min(rate, answersPerSecond(answeredAt, forMs)),
    failed,
    p99Ms: timesMs.length === 0 ? Number.POSITIVE_INFINITY : quantile(timesMs, 0.99),
    generatorShare: (user + system) / 1_000_000 / seconds,
  };
}

/**
 * How fast answers came, no matter how long each of them took: a site that answers everything after a quarter of a
 * second keeps up. One whose answers come further and further behind does not.
 * @param answeredAt milliseconds, in order
 */
function answersPerSecond(answeredAt: readonly number[], forMs: number): number {
  const [first, last] = [answeredAt[0] ?? 0, answeredAt.at(-1) ?? 0];
  if (last === first) return (answeredAt.length * 1000) / forMs;
  return ((answeredAt.length - 1) * 1000) / (last - first);
}

function sendOne(
  agent: Agent,
  port: number,
  offered: OfferedRequest,
  told: (isGood: boolean) => void,
): ClientRequest {
  const { path, body, headers, address } = offered;
  const sent = send(
    {
      agent,
      host: '127.0.0.1',
      port,
      path,
      method: body === null ? 'GET' : 'POST',
      headers: {
        Host: `localhost:${port}`,
        [TEST_ADDRESS_HEADER]: address,
        ...headers,
        ...(body === null ? {} : { 'Content-Length': Buffer.byteLength(body) }),
      },
    },
    (response) => {
      const isGood = response.statusCode === 200 || response.statusCode === 204;
      response.resume().once('close', () => told(isGood && response.complete));
    },
  );
  sent.once('error', () => told(false));
  sent.end(body ?? undefined);
  return sent;
}
