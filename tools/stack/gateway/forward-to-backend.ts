import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerText } from './static-site.ts';

export interface GatewayBackend {
  fetch(request: Request, client: { ip: string }): Promise<Response>;
  healthy(): Promise<boolean>;
}

/** As `client_max_body_size` in nginx.conf. */
const MAX_BODY_BYTES = 1024 * 1024;

/** Hands a request to the backend and its answer back; nothing of an API answer is ever cached. */
export async function forwardToBackend(
  backend: GatewayBackend,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request);
  if (body === null) {
    response.setHeader('Connection', 'close');
    return answerText(response, 413, 'Request body too large');
  }
  const origin = `http://${request.headers.host ?? 'localhost'}`;
  const answer = await backend.fetch(
    new Request(new URL(request.url ?? '/', origin), {
      method: request.method ?? 'GET',
      headers: headersOf(request),
      body:
        body.length > 0 && request.method !== 'GET' && request.method !== 'HEAD'
          ? new Uint8Array(body)
          : null,
    }),
    // An IPv4 caller of a dual-stack socket is still the same caller.
    { ip: (request.socket.remoteAddress ?? 'unknown').replace(/^::ffff:/, '') },
  );
  for (const [name, value] of answer.headers) {
    if (name !== 'set-cookie') response.setHeader(name, value);
  }
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader('Set-Cookie', cookies);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (!answer.headers.has('cache-control')) response.setHeader('Cache-Control', 'no-store');
  response.writeHead(answer.status);
  response.end(Buffer.from(await answer.arrayBuffer()));
}

/** null when the body is larger than allowed; what is left of it is not read. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'expect', 'host']);

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || HOP_BY_HOP.has(name)) continue;
    for (const item of Array.isArray(value) ? value : [value]) headers.append(name, item);
  }
  return headers;
}
