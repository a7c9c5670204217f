import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import {
  type AddressInfo,
  connect,
  createServer as createPlainServer,
  type Server,
  type Socket,
} from 'node:net';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import type { CertificateAuthority } from './certificate-authority.ts';

const RESEND_HOST = 'api.resend.com';

/** Plays the mail service Resend, under its own name and over TLS: the functions know one address of it. */
export interface PlayedResend {
  /** Keys that it takes. */
  keys: Set<string>;
  /** Mails that it has accepted. */
  accepted(): number;
  /** Mails that came with a key that it does not take. */
  refused(): number;
  /** Leads programs with this environment to it. They trust the authority already. */
  environment: Readonly<Record<string, string>>;
  close(): void;
}

/**
 * Beside the service, it makes a proxy that takes the place of the public network: only the names that are given have an
 * address there.
 * @param folder for the certificate
 * @param others further names with port, and where they lead
 */
export async function playResend(
  authority: CertificateAuthority,
  folder: string,
  others: ReadonlyMap<string, { host: string; port: number }> = new Map(),
): Promise<PlayedResend> {
  await authority.issue(RESEND_HOST, folder);
  const [key, cert] = await Promise.all(
    ['privkey.pem', 'fullchain.pem'].map((name) => readFile(path.join(folder, name))),
  );
  const keys = new Set<string>();
  let [accepted, refused] = [0, 0];
  const service = createServer({ key, cert }, async (request, response) => {
    const answer = (status: number, name: string) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ name }));
    };
    const mail = (await json(request).catch(() => ({}))) as { to?: unknown };
    if (request.method !== 'POST' || request.url !== '/emails') return answer(404, 'not_found');
    if (!keys.has(request.headers.authorization?.replace(/^Bearer /, '') ?? '')) {
      refused += 1;
      return answer(403, 'invalid_api_key');
    }
    if (mail.to === undefined) return answer(422, 'missing_required_field');
    accepted += 1;
    answer(200, 'accepted');
  });
  const address = await listen(service);
  const known = new Map([...others, [`${RESEND_HOST}:443`, address]]);
  const sockets = new Set<Socket>();
  const network = createPlainServer((socket) => passOn(socket, known, sockets));
  const { host, port } = await listen(network);
  return {
    keys,
    accepted: () => accepted,
    refused: () => refused,
    environment: { HTTPS_PROXY: `http://${host}:${port}` },
    close: () => {
      for (const socket of sockets) socket.destroy();
      network.close();
      service.closeAllConnections();
      service.close();
    },
  };
}

/** Answers one `CONNECT name:port`, and then passes on what comes. */
function passOn(
  socket: Socket,
  known: ReadonlyMap<string, { host: string; port: number }>,
  sockets: Set<Socket>,
): void {
  const keep = (one: Socket) => {
    sockets.add(one);
    one.once('close', () => sockets.delete(one));
    one.on('error', () => one.destroy());
  };
  keep(socket);
  socket.once('data', (head) => {
    const [, name = ''] = /^CONNECT (\S+) /.exec(String(head)) ?? [];
    const target = known.get(name);
    if (target === undefined) return socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    const onward = connect(target, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    keep(onward);
    onward.once('close', () => socket.destroy());
    socket.once('close', () => onward.destroy());
  });
}

async function listen(server: Server): Promise<{ host: string; port: number }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
}
