import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, inject, vi } from 'vitest';

export const attacked = inject('attacked');

/** A raw answer. Status 0 means that the connection ended without one. */
interface RawAnswer {
  status: number;
  text: string;
  ms: number;
}

interface Edge {
  name: string;
  port: number;
  /** Sends bytes unchanged. `hangUp`: closes the connection once they are sent. */
  send(bytes: string, how?: { hangUp?: boolean }): Promise<RawAnswer>;
  get(path: string): Promise<Response>;
  call(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** The same edge for a different caller: another loopback address. */
  callFrom(address: string, path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
}

/** Longest wait for an answer. The edges answer sooner. */
const PATIENCE_MS = 45_000;

function edgeAt(name: string, port: number, hostname = 'localhost'): Edge {
  const url = `http://${hostname}:${port}`;
  const send: Edge['send'] = (bytes, { hangUp = false } = {}) =>
    new Promise((resolve) => {
      const startedAt = performance.now();
      let text = '';
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(bytes, () => {
          if (hangUp) socket.destroy();
        }),
      );
      socket.setTimeout(PATIENCE_MS, () => socket.destroy());
      socket.on('data', (chunk) => {
        text += String(chunk);
      });
      socket.on('error', () => undefined);
      socket.on('close', () =>
        resolve({
          status: Number(/^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1] ?? 0),
          text,
          ms: performance.now() - startedAt,
        }),
      );
    });
  return {
    name,
    port,
    send,
    get: (path) => fetch(url + path, { redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) }),
    call: (path, body, headers = {}) =>
      fetch(url + path, {
        method: 'POST',
        headers: { apikey: attacked.publishableKey, 'Content-Type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
        signal: AbortSignal.timeout(PATIENCE_MS),
      }),
    callFrom: (localAddress, path, body, more = {}) =>
      new Promise((resolve, reject) => {
        const headers = {
          Host: `${hostname}:${port}`,
          apikey: attacked.publishableKey,
          'Content-Type': 'application/json',
          ...more,
        };
        const options = {
          host: '127.0.0.1',
          port,
          localAddress,
          path,
          method: 'POST',
          headers,
          agent: false,
        };
        const asked = request(options, async (answer) => {
          let text = '';
          for await (const part of answer) text += String(part);
          resolve(new Response(text, { status: answer.statusCode ?? 500 }));
        });
        asked.once('error', reject);
        asked.end(JSON.stringify(body));
      }),
  };
}

export const gateway = edgeAt('the gateway', attacked.ports.gateway);
const edges = [gateway, edgeAt('nginx', attacked.ports.nginx)];
const { port: backendPort, hostname: backendHost } = new URL(attacked.backendUrl);
const backend = edgeAt('past both edges', Number(backendPort), backendHost);

/** The same attacks on both edges, which share one backend. */
export function describeEdges(tests: (edge: Edge) => void): void {
  describe.each(edges.map((edge) => ({ edge, name: edge.name })))('$name', ({ edge }) => tests(edge));
}

/**
 * The same calls through both edges and directly to the backend, like an attacker who knows the backend's address.
 */
export function describeDoors(tests: (door: Edge, isEdge: boolean) => void): void {
  describe.each([...edges, backend].map((door) => ({ door, name: door.name })))('$name', ({ door }) =>
    tests(door, door !== backend),
  );
}

/** Asks again while the attack's requests from the same address use up its limit. */
async function unlimited(ask: () => Promise<Response>): Promise<Response> {
  let answer = await ask();
  await vi.waitUntil(
    async () => {
      if (answer.status !== 429) return true;
      answer = await ask();
      return false;
    },
    { timeout: 60_000 },
  );
  return answer;
}

/** The conditions after each attack: the same process is ready, and answers a page and a call. */
export async function expectStillAnswering(): Promise<void> {
  for (const edge of edges) {
    expect((await unlimited(() => edge.get('/pricing'))).status, `a page of ${edge.name}`).toBe(200);
    const call = await unlimited(() =>
      edge.call('/rest/v1/rpc/get_product_features', { product_name_param: 'Moonshot' }),
    );
    expect(call.status, `a call through ${edge.name}: ${await call.text()}`).toBe(200);
  }
  // Until then, it says honestly that the database has not yet worked off what an attack asked of it.
  await expect
    .poll(async () => (await unlimited(() => gateway.get('/healthz'))).status, { timeout: 60_000 })
    .toBe(200);
  expect(ownMb(attacked.pid), 'the stack still runs').toBeGreaterThan(0);
}

/** Private memory of the stack's process and its child processes. What they share would count many times. */
export function memoryMb(): number {
  return [attacked.pid, ...childrenOf(attacked.pid)].reduce((sum, pid) => sum + ownMb(pid), 0);
}

/** @returns the content of a file of /proc. '' once the process has ended. */
function readProc(file: string): string {
  try {
    return readFileSync(`/proc/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function childrenOf(pid: number): number[] {
  const text = readProc(`${pid}/task/${pid}/children`).trim();
  const own = text === '' ? [] : text.split(' ').map(Number);
  return own.flatMap((child) => [child, ...childrenOf(child)]);
}

function ownMb(pid: number): number {
  const kilobytes = /RssAnon:\s+(\d+)/.exec(readProc(`${pid}/status`))?.[1] ?? '0';
  return Number(kilobytes) / 1024;
}

/** The head of a request for the site, with a blank line after it. */
export function head(edge: Edge, requestLine: string, ...lines: string[]): string {
  return [
    `${requestLine} HTTP/1.1`,
    `Host: localhost:${edge.port}`,
    'Connection: close',
    ...lines,
    '',
    '',
  ].join('\r\n');
}
