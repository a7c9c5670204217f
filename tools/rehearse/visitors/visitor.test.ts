import { mkdtemp, readFile } from 'node:fs/promises';
import { createSecureServer, type Http2SecureServer, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CertificateAuthority, makeAuthority } from '../stand-ins/certificate-authority.ts';
import { Visitor } from './visitor.ts';

const NAME = 'www.corvane.example';

let authority: CertificateAuthority;
let folder: string;
let close: (() => void)[] = [];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'corvane-visitor-'));
  authority = await makeAuthority(path.join(folder, 'authority'));
  await authority.issue(NAME, folder);
  close = [];
});
afterEach(() => {
  for (const one of close) one();
});

interface Web {
  server: Http2SecureServer;
  port: number;
  asked: string[];
  /** Ends as a process that is killed. */
  die(): void;
}

/** @param port 0 for any */
async function serve(address: string, port: number): Promise<Web> {
  const [key, cert] = await Promise.all(
    ['privkey.pem', 'fullchain.pem'].map((file) => readFile(path.join(folder, file))),
  );
  const server = createSecureServer({ key, cert });
  const sessions: ServerHttp2Session[] = [];
  const asked: string[] = [];
  server.on('session', (session) => sessions.push(session));
  server.on('stream', (stream, headers) => {
    asked.push(`${headers[':method']} ${headers[':path']}`);
    stream.respond({ ':status': 200, 'set-cookie': 'a=1; Path=/' });
    stream.end(address);
  });
  await new Promise<void>((resolve) => server.listen(port, address, resolve));
  const die = () => {
    for (const session of sessions) session.destroy();
    server.close();
  };
  close.push(die);
  return { server, port: (server.address() as AddressInfo).port, asked, die };
}

async function visitor(port: number, onRepeat = () => {}): Promise<Visitor> {
  const made = new Visitor({
    origin: `https://${NAME}:${port}`,
    port,
    addresses: ['127.0.0.2', '127.0.0.3'],
    authority: await readFile(authority.file, 'utf8'),
    ownAddress: '127.0.0.9',
    onRepeat,
  });
  close.push(() => made.close());
  return made;
}

test('a visitor stays with one address, and takes the other when the first one dies', async () => {
  const first = await serve('127.0.0.2', 0);
  await serve('127.0.0.3', first.port);
  const grace = await visitor(first.port);
  expect(await grace.get('/')).toMatchObject({ status: 200, body: '127.0.0.2' });
  expect((await grace.get('/')).body).toBe('127.0.0.2');
  first.die();
  expect((await grace.get('/')).body).toBe('127.0.0.3');
});

test('a call whose connection is lost fails, and is not sent twice', async () => {
  const first = await serve('127.0.0.2', 0);
  const grace = await visitor(first.port);
  await grace.get('/');
  first.server.removeAllListeners('stream');
  first.server.on('stream', (stream, headers) => {
    first.asked.push(`${headers[':method']} ${headers[':path']}`);
    stream.session?.destroy();
  });
  await expect(grace.post('/functions/v1/submit-contact', {})).rejects.toThrow();
  expect(first.asked).toEqual(['GET /', 'POST /functions/v1/submit-contact']);
});

test('a page whose connection is lost is asked for once more, and that is counted', async () => {
  const first = await serve('127.0.0.2', 0);
  let repeated = 0;
  const grace = await visitor(first.port, () => {
    repeated += 1;
  });
  await grace.get('/');
  first.server.removeAllListeners('stream');
  first.server.once('stream', (stream) => {
    first.server.on('stream', (next) => {
      next.respond({ ':status': 200 });
      next.end('again');
    });
    stream.session?.destroy();
  });
  expect((await grace.get('/pricing')).body).toBe('again');
  expect(repeated).toBe(1);
});

test('a certificate for another name is refused', async () => {
  await authority.issue('other.example', folder);
  const first = await serve('127.0.0.2', 0);
  const grace = await visitor(first.port);
  await expect(grace.get('/')).rejects.toThrow();
});
