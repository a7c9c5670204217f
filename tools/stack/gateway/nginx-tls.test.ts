import { readFile } from 'node:fs/promises';
import { connect } from 'node:http2';
import path from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../../build/vite-config.ts';
import { describeNeeding } from '../../test/describe-needing.ts';
import { claimPort } from '../free-port.ts';
import { makeLive } from './edge-fixture.ts';
import { type NginxUnderTest, startNginxUnderTest } from './nginx-under-test.ts';
import { makeCertificate } from './test-certificate.ts';

const HSTS = 'max-age=63072000; includeSubDomains';

/** The shipped listen-tls.conf with the ports and the certificate of this test. */
async function listenTls(port: number, plainPort: number, certificate: string): Promise<string> {
  const shipped = await readFile(path.join(WORKSPACE_ROOT, 'nginx/listen-tls.conf'), 'utf8');
  return shipped
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replaceAll('/etc/ssl/corvane', path.dirname(certificate));
}

describeNeeding('nginx', 'nginx with the shipped listen-tls.conf', () => {
  let edge: NginxUnderTest;
  let plainUrl = '';
  let authority = '';
  beforeAll(async () => {
    const plainPort = await claimPort(0);
    plainUrl = `http://127.0.0.1:${plainPort}`;
    const { certificate } = await makeCertificate('corvane.example');
    edge = await startNginxUnderTest({ listenConf: (port) => listenTls(port, plainPort, certificate) });
    authority = await readFile(certificate, 'utf8');
  });
  afterAll(async () => {
    await edge?.close();
  });

  /** One request over HTTP/2; the client refuses any other protocol and any other certificate. */
  function getOverTls(url: string, tls: { maxVersion?: 'TLSv1.1' | 'TLSv1.2' } = {}) {
    return new Promise<{ status: number; headers: Record<string, unknown>; protocol: string | null }>(
      (resolve, reject) => {
        const session = connect(`https://127.0.0.1:${edge.port}`, {
          ca: authority,
          servername: 'corvane.example',
          ...(tls.maxVersion === undefined ? {} : { minVersion: 'TLSv1.1', maxVersion: tls.maxVersion }),
        });
        let protocol: string | null = null;
        session.once('connect', (_session, socket) => {
          protocol = (socket as TLSSocket).getProtocol();
        });
        session.once('error', reject);
        const request = session.request({ ':path': url });
        request.once('error', reject);
        request.once('response', (headers) => {
          resolve({ status: headers[':status'] ?? 0, headers, protocol });
          session.destroy();
        });
        request.end();
      },
    );
  }

  test('speaks HTTP/2 over TLS 1.3, and 1.2 to who knows no better', async () => {
    expect(await getOverTls('/pricing')).toMatchObject({ status: 200, protocol: 'TLSv1.3' });
    expect(await getOverTls('/pricing', { maxVersion: 'TLSv1.2' })).toMatchObject({ protocol: 'TLSv1.2' });
    await expect(getOverTls('/pricing', { maxVersion: 'TLSv1.1' })).rejects.toThrow();
  });

  test.each([
    ['/pricing', 200],
    ['/nowhere', 404],
    ['/pricing/', 308],
    ['/assets/host/v1/app.js', 200],
    ['/assets/missing.js', 404],
    ['/healthz', 200],
    ['/rest/v1/any', 200],
    ['/rest/v1/drop', 502],
    ['/%00', 400],
  ])('%s tells the browser to come by TLS only', async (url, status) => {
    const response = await getOverTls(url);
    expect(response.status).toBe(status);
    expect(response.headers['strict-transport-security']).toBe(HSTS);
    expect(response.headers['x-frame-options']).toBe('DENY');
  });

  test.each(['/pricing?tier=Moonshot', '/a%20b', '/functions/v1/sign-in-rep'])(
    'plain HTTP sends %s to the same address over TLS, under our own name',
    async (url) => {
      for (const method of ['GET', 'POST']) {
        const response = await fetch(plainUrl + url, { method, redirect: 'manual' });
        expect(response.status).toBe(308);
        expect(response.headers.get('location')).toBe(`https://corvane.example${url}`);
        expect(response.headers.get('strict-transport-security')).toBeNull();
        expect(response.headers.get('x-frame-options')).toBe('DENY');
      }
    },
  );

  test('a lane is kept for TLS only', async () => {
    await makeLive(edge.siteRoot, 'canary');
    const { headers } = await getOverTls('/pricing');
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^corvane_lane=\d\d; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/),
    ]);
  });
});
