import { readFile } from 'node:fs/promises';
import { connect } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeNeeding } from '../../machine/describe-needing.ts';
import { listenTls } from '../../machine/run-nginx.ts';
import { makeLive } from '../both-edges/edge-fixture.ts';
import { getRaw } from '../both-edges/edge-under-test.ts';
import { type NginxUnderTest, startNginxUnderTest } from '../both-edges/nginx-under-test.ts';
import { makeCertificate } from './test-certificate.ts';

const HOST = 'corvane.example';
const HSTS = 'max-age=63072000; includeSubDomains';

describeNeeding('nginx', 'nginx with the shipped listen-tls.conf', () => {
  let edge: NginxUnderTest;
  let authority = '';
  beforeAll(async () => {
    const { certificate } = await makeCertificate(HOST);
    edge = await startNginxUnderTest((port, plainPort) => ({
      listenFrom: 'listen-tls.conf',
      listen: listenTls(port, plainPort, certificate),
    }));
    authority = await readFile(certificate, 'utf8');
  });
  afterAll(async () => {
    await edge?.close();
  });

  /** One request over HTTP/2. The client refuses any other protocol and any other certificate. */
  function askOverTls(
    request: Record<string, string>,
    tls: { maxVersion?: 'TLSv1.1' | 'TLSv1.2'; servername?: string } = {},
  ) {
    return new Promise<{ status: number; headers: Record<string, unknown>; protocol: string | null }>(
      (resolve, reject) => {
        const session = connect(`https://127.0.0.1:${edge.port}`, {
          ca: authority,
          servername: tls.servername ?? HOST,
          ...(tls.maxVersion === undefined ? {} : { minVersion: 'TLSv1.1', maxVersion: tls.maxVersion }),
        });
        let protocol: string | null = null;
        session.once('connect', (_session, socket) => {
          protocol = (socket as TLSSocket).getProtocol();
        });
        session.once('error', reject);
        const stream = session.request({ ':authority': HOST, ...request });
        stream.once('error', reject);
        stream.once('response', (headers) => {
          resolve({ status: headers[':status'] ?? 0, headers, protocol });
          session.destroy();
        });
        stream.end();
      },
    );
  }

  test('speaks HTTP/2 over TLS 1.3, and over TLS 1.2 with older clients', async () => {
    expect(await askOverTls({ ':path': '/pricing' })).toMatchObject({ status: 200, protocol: 'TLSv1.3' });
    expect(await askOverTls({ ':path': '/pricing' }, { maxVersion: 'TLSv1.2' })).toMatchObject({
      protocol: 'TLSv1.2',
    });
    await expect(askOverTls({ ':path': '/pricing' }, { maxVersion: 'TLSv1.1' })).rejects.toThrow();
  });

  test.each([
    ['/pricing', 200],
    ['/nowhere', 404],
    ['/pricing/', 308],
    ['/assets/host/v1/app.js', 200],
    ['/assets/missing.js', 404],
    ['/healthz', 200],
    ['/rest/v1/rpc/get_plan_prices', 405],
    ['/rest/v1/products', 404],
    ['/%00', 400],
  ])('%s tells the browser to use TLS only', async (url, status) => {
    const response = await askOverTls({ ':path': url });
    expect(response.status).toBe(status);
    expect(response.headers['strict-transport-security']).toBe(HSTS);
    expect(response.headers['x-frame-options']).toBe('DENY');
  });

  test.each(['/pricing?tier=Moonshot', '/a%20b', '/functions/v1/sign-in-rep'])(
    'plain HTTP sends %s to the same address over TLS, under our own name',
    async (url) => {
      for (const method of ['GET', 'POST']) {
        const response = await getRaw({ port: edge.plainPort }, url, { Host: HOST }, method);
        expect(response.status).toBe(308);
        expect(response.headers.get('location')).toBe(`https://corvane.example${url}`);
        expect(response.headers.get('strict-transport-security')).toBeNull();
        expect(response.headers.get('x-frame-options')).toBe('DENY');
      }
    },
  );

  test('another name gets no handshake and no answer with our certificate', async () => {
    await expect(askOverTls({ ':path': '/pricing' }, { servername: 'evil.example' })).rejects.toThrow();
    const answer = await askOverTls({ ':path': '/pricing', ':authority': 'evil.example' });
    expect(answer.status).toBe(400);
  });

  test('plain HTTP for another name is refused', async () => {
    const answer = await getRaw({ port: edge.plainPort }, '/pricing', { Host: 'evil.example' });
    expect(answer.status).toBe(400);
    expect(answer.headers.has('location')).toBe(false);
  });

  test('a lane is kept for TLS only', async () => {
    await makeLive(edge.siteRoot, 'canary');
    const { headers } = await askOverTls({ ':path': '/pricing' });
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^corvane_lane=\d\d; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/),
    ]);
  });
});
