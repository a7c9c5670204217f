import { type ClientHttp2Session, connect } from 'node:http2';
import { connect as connectPlain } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** The site's name in every rehearsal. */
export const SITE_HOST = 'www.corvane.example';

export interface Answer {
  status: number;
  body: string;
  cookies: string[];
}

/** No answer after this long: the browser's page says so, or the person presses again. */
const PATIENCE_MS = 20_000;
/** A web machine that does not take the connection is left for the other one. */
const CONNECT_MS = 3_000;

interface VisitorOptions {
  origin: string;
  port: number;
  /** The addresses of the site's name. */
  addresses: readonly string[];
  authority: string;
  /** Where this visitor comes from: limits count by it. */
  ownAddress: string;
  /** Counts what the browser asked again by itself. */
  onRepeat(): void;
}

/** One browser's connection: HTTP/2 over TLS, checked, to one address of the site's name, and to the next if that refuses. */
export class Visitor {
  readonly #options: VisitorOptions;
  #next: number;
  #session: ClientHttp2Session | null = null;

  constructor(options: VisitorOptions, first = 0) {
    this.#options = options;
    this.#next = first;
  }

  /** Reads a page. As a browser does, it asks once more over a new connection when the first one was lost. */
  get(path: string): Promise<Answer> {
    return this.#ask({ ':method': 'GET', ':path': path }).catch(() => {
      this.#options.onRepeat();
      return this.#ask({ ':method': 'GET', ':path': path });
    });
  }

  /** Calls the API. A browser never repeats that by itself. @throws when no answer comes */
  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const all = { ':method': 'POST', ':path': path, 'content-type': 'application/json', ...headers };
    return this.#ask(all, JSON.stringify(body));
  }

  close(): void {
    this.#session?.destroy();
    this.#session = null;
  }

  async #ask(headers: Record<string, string>, body = ''): Promise<Answer> {
    const session = await this.#open();
    return new Promise((resolve, reject) => {
      const stream = session.request(
        { ':authority': new URL(this.#options.origin).host, ...headers },
        { endStream: body === '' },
      );
      const timer = setTimeout(() => {
        stream.destroy(new Error('no answer'));
        // The next request takes another connection.
        session.destroy();
      }, PATIENCE_MS);
      const fail = (error: Error) => {
        clearTimeout(timer);
        reject(error);
      };
      const answer: Answer = { status: 0, body: '', cookies: [] };
      stream.on('response', (given) => {
        answer.status = Number(given[':status']);
        answer.cookies = given['set-cookie'] ?? [];
      });
      stream.on('data', (chunk) => {
        answer.body += String(chunk);
      });
      stream.once('error', fail);
      stream.once('close', () => {
        clearTimeout(timer);
        if (answer.status > 0 && stream.rstCode === 0) resolve(answer);
        else reject(new Error('the connection was lost'));
      });
      if (body !== '') stream.end(body);
    });
  }

  async #open(): Promise<ClientHttp2Session> {
    if (this.#session !== null && !this.#session.closed && !this.#session.destroyed) return this.#session;
    const { addresses } = this.#options;
    let reason: unknown;
    for (const _each of addresses) {
      try {
        this.#session = await this.#connect(addresses[this.#next % addresses.length] ?? '');
        return this.#session;
      } catch (error) {
        reason = error;
        this.#next += 1;
      }
    }
    throw reason;
  }

  #connect(address: string): Promise<ClientHttp2Session> {
    const { origin, port, authority, ownAddress } = this.#options;
    return new Promise((resolve, reject) => {
      const plain = connectPlain({ host: address, port, localAddress: ownAddress });
      const servername = new URL(origin).hostname;
      const socket = connectTls({ socket: plain, servername, ca: authority, ALPNProtocols: ['h2'] });
      socket.setTimeout(CONNECT_MS);
      plain.once('error', reject);
      socket.once('timeout', () => socket.destroy(new Error('no connection')));
      socket.once('error', reject);
      socket.once('secureConnect', () => {
        socket.setTimeout(0);
        const session = connect(origin, { createConnection: () => socket });
        // What runs over it fails by itself.
        session.on('error', () => undefined);
        // The machine lets go of it: requests under way end, the next one opens another.
        session.on('goaway', () => session.close());
        resolve(session);
      });
    });
  }
}
