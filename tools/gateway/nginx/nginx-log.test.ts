import { readFile, symlink } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { describeNeeding } from '../../machine/describe-needing.ts';
import { PREVIEW_TOKEN } from '../both-edges/edge-fixture.ts';
import { getRaw, sendBytes, statusOf } from '../both-edges/edge-under-test.ts';
import { type NginxUnderTest, startNginxUnderTest } from '../both-edges/nginx-under-test.ts';

const PATIENCE_MS = 120_000;

describeNeeding('nginx', 'logs of nginx', () => {
  let edge: NginxUnderTest;
  let access = '';
  let errors = '';
  beforeAll(async () => {
    edge = await startNginxUnderTest();
    // nginx writes an error line only about a file that it cannot open. A missing file is no reason for a line.
    await symlink('loop.js', path.join(edge.siteRoot, 'assets/host/v1/loop.js'));
    const secretive = {
      Cookie: 'corvane_lane=42; corvane_refresh=SECRET',
      Referer: `${edge.url}/pricing?access=SECRET`,
    };
    for (const url of [
      '/pricing?access=SECRET',
      '/pricing%3Faccess=SECRET',
      '/nowhere?access=SECRET',
      '/pricing/?access=SECRET',
      `/_preview/${PREVIEW_TOKEN}`,
      `/_preview/${PREVIEW_TOKEN}/pricing`,
      `/_preview/${PREVIEW_TOKEN}/nowhere`,
      `/_preview/${PREVIEW_TOKEN}/`,
      `/%5fpreview/${PREVIEW_TOKEN}/pricing`,
      `//_preview/${PREVIEW_TOKEN}/pricing`,
      `/x/../_preview/${PREVIEW_TOKEN}/pricing`,
      `/previews/${PREVIEW_TOKEN}/pricing`,
      '/pricing%253Faccess%253DSECRET',
      '/pricing%3baccess%3dSECRET',
      '/assets/host/v1/loop.js?access=SECRET',
      '/rest/v1/products?access=SECRET',
      '/rest/v1/rpc/get_plan_prices?access=SECRET',
      '/healthz?access=SECRET',
    ]) {
      await getRaw(edge, url, secretive);
    }
    const call = (url: string, body: string) =>
      fetch(edge.url + url, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/json', Referer: secretive.Referer },
      });
    for (const body of ['{"access":"SECRET"}', 'drop', 'slow']) await call('/functions/v1/sign-out', body);
    const calls = Array.from({ length: 90 }, () => call('/functions/v1/sign-in-rep', 'SECRET'));
    expect((await Promise.all(calls)).map(({ status }) => status)).toContain(429);
    await sendBroken();
    // Each worker keeps its lines for a second, but writes them when it ends.
    await edge.stopNginx();
    access = await readFile(path.join(edge.prefix, 'run/access.log'), 'utf8');
    errors = await readFile(path.join(edge.prefix, 'run/error.log'), 'utf8');
  }, PATIENCE_MS);
  afterAll(async () => {
    await edge?.close();
  });

  /** Requests that nginx gives up before it knows where they go, and clients that leave. */
  async function sendBroken(): Promise<void> {
    const host = `Host: localhost:${edge.port}\r\nReferer: /x?access=SECRET\r\n`;
    const statuses = [];
    for (const bytes of [
      `GET /pricing?access=SECRET HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
      `GET http://localhost/pricing?access=SECRET HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
      `GET /pricing?access=SECRET HTTP/1.1\r\n${host}X: ${'x'.repeat(20_000)}\r\n\r\n`,
      `GET /pricing?access=SECRET&x=${'x'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`,
      `GET /pricing?access=SECRET x HTTP/1.1\r\n${host}\r\n`,
      `GET /%00?access=SECRET HTTP/1.1\r\n${host}\r\n`,
      `access=SECRET /pricing?access=SECRET\r\n\r\n`,
      `GET /pricing?access=SECRET HTTP/1.1\r\n${host}X-Slow: `,
    ]) {
      statuses.push(statusOf(await sendBytes(edge, bytes)));
    }
    // The last one is reset without an answer.
    expect(statuses).toEqual([400, 400, 400, 414, 400, 400, 400, null]);
    const head = `POST /functions/v1/sign-out HTTP/1.1\r\n${host}Content-Type: application/json\r\n`;
    const leaving = connect(edge.port, '127.0.0.1', () =>
      leaving.write(`${head}Content-Length: 4\r\n\r\nslow`),
    );
    leaving.on('error', () => {});
    const before = edge.backend.seen.length;
    await vi.waitFor(() => expect(edge.backend.seen.length).toBeGreaterThan(before), PATIENCE_MS);
    leaving.destroy();
    const log = path.join(edge.prefix, 'run/access.log');
    await vi.waitFor(async () => expect(await readFile(log, 'utf8')).toMatch(/ 499 /), PATIENCE_MS);
  }

  /** Workers write in any order, so the lines of one request may be anywhere. */
  const linesOf = (request: string) => access.split('\n').filter((line) => line.includes(`"${request}"`));
  const expectLine = (request: string, form: RegExp) =>
    expect(linesOf(request)).toContainEqual(expect.stringMatching(form));

  test('hold no query string, no cookie, no referrer and no address of a preview', () => {
    expect(access.split('\n').length).toBeGreaterThan(16);
    for (const log of [access, errors]) {
      expect(log).not.toContain('SECRET');
      expect(log).not.toContain('access=');
      expect(log).not.toContain(PREVIEW_TOKEN);
    }
  });

  test.each([400, 405, 408, 414, 429, 499, 502, 504])(
    'have a line for a request that ended with %i',
    (status) => {
      expect(access).toMatch(new RegExp(`" ${status} `));
    },
  );

  test('have path, lane, status, bytes and time of a page', () => {
    expectLine(
      'GET /pricing',
      /^127\.0\.0\.1 \[[^\]]+\] "GET \/pricing" 200 \d+ \d+\.\d{3} upstream=-,- lane=42 id=-$/,
    );
    expectLine('GET /nowhere', /" 404 .* lane=42 /);
    expectLine('GET /_preview/-', /" 200 .* lane=- /);
  });

  test("have the backend's status and time of a call", () => {
    expectLine('POST /functions/v1/sign-out', /" 200 \d+ \d+\.\d{3} upstream=200,\d+\.\d{3} lane=- /);
    expect(access).toMatch(/"POST \/functions\/v1\/sign-out" 504 .* upstream=504/);
  });
});
