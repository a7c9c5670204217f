import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import type { FakeBackend } from './fake-backend.ts';

/** The host of the site's origin, beside the names of this machine. */
export const PUBLIC_HOST = 'corvane.test';

export interface EdgeUnderTest {
  url: string;
  port: number;
  siteRoot: string;
  backend: FakeBackend;
  /** From now on the backend cannot be reached. */
  stopBackend(): void;
  close(): Promise<void>;
}

/** A request whose path is sent exactly as written. `fetch` would resolve dots and escapes first. */
export function getRaw(
  edge: Pick<EdgeUnderTest, 'port'>,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { port: edge.port, host: '127.0.0.1', path, headers, method, agent: false },
      async (response) => {
        let body = '';
        for await (const chunk of response) body += String(chunk);
        const pairs = Object.entries(response.headersDistinct);
        resolve(
          new Response(body === '' ? null : body, {
            status: response.statusCode ?? 0,
            headers: pairs.flatMap(([name, values = []]) =>
              values.map((value): [string, string] => [name, value]),
            ),
          }),
        );
      },
    );
    request.once('error', reject);
    request.end();
  });
}

/** The edge's answer to exactly these bytes, until it ends the connection. '' when it ends it without an answer. */
export function sendBytes(edge: Pick<EdgeUnderTest, 'port'>, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(edge.port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    // A connection that the edge resets ends with an error, but its answer before that counts.
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}

/** The status of the first answer in what `sendBytes` returns. Null when there was none. */
export function statusOf(answer: string): number | null {
  const status = /^HTTP\/1\.[01] (\d{3}) /.exec(answer)?.[1];
  return status === undefined ? null : Number(status);
}
