import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeRemoteBuild } from '../../release/build/fake-builds.ts';
import { UserError } from '../command/user-error.ts';
import { serveRemoteAgainstSite } from './remote-against-site.ts';

const PAGE =
  '<html><script type="application/json" id="corvane-page">{"basename":"","brandName":"\\u003cC>"}</script></html>';

let site: Server;
let siteUrl: string;
let asked: (Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string })[];
let text: string;
let server: Awaited<ReturnType<typeof serveRemoteAgainstSite>>;
let url: string;
let build = () => fakeRemoteBuild({ text });

beforeEach(async () => {
  asked = [];
  text = 'first';
  build = () => fakeRemoteBuild({ text });
  site = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    asked.push({ method: request.method, url: request.url, headers: request.headers, body });
    if (request.url === '/old') {
      response.writeHead(301, { Location: `${siteUrl}/new` }).end();
      return;
    }
    const isPage = !request.url?.includes('.');
    response.setHeader('Set-Cookie', 'refresh=1; Path=/; Domain=corvane.example; Secure; HttpOnly');
    response.setHeader('Content-Security-Policy', "script-src 'self'");
    response.setHeader('Strict-Transport-Security', 'max-age=1');
    response.writeHead(200, { 'Content-Type': isPage ? 'text/html; charset=utf-8' : 'text/javascript' });
    response.end(isPage ? PAGE : 'the site');
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  server = await serveRemoteAgainstSite({ remote: 'marketing', siteUrl, port: 0, build: () => build() });
  url = `http://127.0.0.1:${server.port}`;
});
afterEach(async () => {
  await server.close();
  site.closeAllConnections();
  site.close();
});

async function overrideOn(path: string) {
  const html = await (await fetch(url + path)).text();
  const config = JSON.parse(/id="corvane-page">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}');
  expect(config.brandName).toBe('<C>');
  return config.override as { base: string; css: string[]; leaveUrl: string };
}

test("a page of the site names the remote's build of this machine, and its files come from there", async () => {
  const override = await overrideOn('/pricing');
  expect(override).toMatchObject({ remote: 'marketing', css: ['style-1.css'], leaveUrl: siteUrl });
  const file = await fetch(`${url}${override.base}page-1.js`);
  expect(await file.text()).toContain('first');
  expect(file.headers.get('cache-control')).toBe('no-store');
  expect(await (await fetch(`${url}/remotes/portal/v1/page.js`)).text()).toBe('the site');
  expect(await (await fetch(`${url}${override.base}missing.js`)).text()).toBe('the site');
  expect(await (await fetch(`${url}${override.base}../../../../etc/passwd.js`)).text()).toBe('the site');
});

test('the next page has the current source, and broken source shows its error', async () => {
  const before = await overrideOn('/');
  text = 'second';
  expect((await overrideOn('/')).base).not.toBe(before.base);
  build = () => Promise.reject(new UserError('The build of marketing failed: see above'));
  const broken = await fetch(`${url}/`);
  expect(broken.status).toBe(500);
  expect(await broken.text()).toContain('The build of marketing failed');
});

test('a call goes to the site with its body and cookies, and a cookie comes back for this machine', async () => {
  const answer = await fetch(`${url}/functions/v1/call.json`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: 'refresh=0', Origin: url },
    body: '{"a":1}',
  });
  expect(asked.at(-1)).toMatchObject({ method: 'POST', body: '{"a":1}', headers: { cookie: 'refresh=0' } });
  expect(asked.at(-1)?.headers.origin).toBeUndefined();
  expect(asked.at(-1)?.headers.host).toBe(new URL(siteUrl).host);
  expect(answer.headers.get('set-cookie')).toBe('refresh=1; Path=/; HttpOnly');
  expect(answer.headers.get('strict-transport-security')).toBeNull();
  expect(answer.headers.get('content-security-policy')).toBe("script-src 'self'");
});

test('a redirect stays on this machine, and a foreign name for this machine is refused', async () => {
  const moved = await fetch(`${url}/old`, { redirect: 'manual' });
  expect(moved.headers.get('location')).toBe('/new');
  const { port } = new URL(url);
  const status = await new Promise((resolve) => {
    import('node:http').then(({ get }) =>
      get({ port, host: '127.0.0.1', path: '/', headers: { Host: 'evil.example' } }, (response) =>
        resolve(response.statusCode),
      ),
    );
  });
  expect(status).toBe(400);
});
