import { createServer, type IncomingHttpHeaders, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stack } from '../stack.ts';

interface RecordedRequest {
  method: string;
  /** Path and query, as received. */
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface RecordingEdge {
  /** The stack under test, at a separate origin. */
  url: string;
  requests: readonly RecordedRequest[];
  close(): Promise<void>;
}

/** A server in front of the stack. It records every request as it arrived, for any cause. */
export async function startRecordingEdge(): Promise<RecordingEdge> {
  const requests: RecordedRequest[] = [];
  const server = createServer(async (request, response) => {
    const body: Buffer[] = [];
    for await (const chunk of request) body.push(chunk as Buffer);
    const { method = 'GET', url = '/', headers } = request;
    requests.push({ method, url, headers, body: Buffer.concat(body).toString() });
    const forwarded = sendRequest(
      new URL(url, stack.url),
      { method, headers: { ...headers, host: new URL(stack.url).host } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    forwarded.once('error', () => response.destroy());
    forwarded.end(Buffer.concat(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
