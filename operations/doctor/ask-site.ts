import { type IncomingHttpHeaders, type RequestOptions, request as requestPlain } from 'node:http';
import { request as requestOverTls } from 'node:https';
import { isIP } from 'node:net';
import { UserError } from '@corvane/tools/command/user-error';

export interface SiteAddress {
  /** Origin of the site, as browsers see it. */
  origin: string;
  /** `host:port` of one machine, to ask it under the site's name. Null asks the machine that the name leads to. */
  connectTo: string | null;
  /** Port of plain HTTP on the same machine. The default is 80. */
  plainPort?: number;
  /** For tests: certificates of authorities beside those that Node knows. */
  authority?: string;
}

export interface SiteRequest {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
}

export interface SiteAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

const TIMEOUT_MS = 10_000;
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Where to open a connection for the site. */
export function endpointOf({ origin, connectTo }: SiteAddress): {
  host: string;
  port: number;
  servername: string;
} {
  const site = new URL(origin);
  const machine = connectTo === null ? site : new URL(`http://${connectTo}`);
  // A URL forgets the port that is usual for its scheme.
  const port =
    connectTo === null
      ? site.port || (site.protocol === 'https:' ? '443' : '80')
      : /:(\d+)$/.exec(connectTo)?.[1];
  if (port === undefined) throw new UserError(`--connect must be <host>:<port>, not "${connectTo}"`);
  const host = machine.hostname.replace(/^\[|\]$/g, '');
  // An address has no name to send.
  return { host, port: Number(port), servername: isIP(site.hostname) === 0 ? site.hostname : '' };
}

/**
 * One request to the site, under its own name. The certificate has a check of its own, so a bad one does not hide what
 * else is wrong: nothing secret is sent here.
 * @throws Error when no answer arrives.
 */
export function askSite(address: SiteAddress, path: string, asked: SiteRequest = {}): Promise<SiteAnswer> {
  const { host, port, servername } = endpointOf(address);
  const isTls = address.origin.startsWith('https:');
  const body = asked.body === undefined ? undefined : JSON.stringify(asked.body);
  const options: RequestOptions = {
    host,
    port,
    path,
    method: asked.method ?? 'GET',
    agent: false,
    timeout: TIMEOUT_MS,
    headers: {
      Host: new URL(address.origin).host,
      ...(body === undefined
        ? {}
        : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
      ...asked.headers,
    },
  };
  return new Promise((resolve, reject) => {
    const request = isTls
      ? requestOverTls({ ...options, servername, rejectUnauthorized: false })
      : requestPlain(options);
    request.once('timeout', () => request.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)));
    request.once('error', (error) => reject(new Error(`${path}: ${error.message}`, { cause: error })));
    request.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        if (text.length > MAX_BODY_BYTES) request.destroy(new Error('the answer is too large'));
      });
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
      response.once('error', reject);
    });
    request.end(body);
  });
}
