import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { SECURITY_HEADERS } from '../security-headers.ts';
import { describeEdges } from './describe-edges.ts';
import { getRaw } from './edge-under-test.ts';

describeEdges('headers', (edge, get) => {
  test.each([
    ['a page', '/', 'GET', 200],
    ['a missing page', '/nowhere', 'GET', 404],
    ['a redirect', '/pricing/', 'GET', 308],
    ['a file', '/assets/host/v1/app.js', 'GET', 200],
    ['a missing file', '/assets/missing.js', 'GET', 404],
    ['health', '/healthz', 'GET', 200],
    ['the registry', '/registry.json', 'GET', 200],
    ['a refused method', '/pricing', 'DELETE', 405],
    ['an answer of the backend', '/functions/v1/sign-out', 'POST', 200],
    ["the backend's own refusal", '/functions/v1/sign-out', 'POST', 418, 'teapot'],
    ['a backend that fails', '/rest/v1/rpc/get_plan_prices', 'POST', 502, 'drop'],
    ['a call with a query', '/rest/v1/rpc/get_plan_prices?x', 'POST', 400],
    ['a call of another method', '/rest/v1/rpc/get_plan_prices', 'PATCH', 405],
    ['an odd API path', '/rest/v1/a.b', 'GET', 404],
  ])('%s carries the security headers, once', async (_what, url, method, status, body = '{}') => {
    const call = { body, headers: { 'Content-Type': 'application/json' } };
    const response = await get(url, { method, ...(method === 'POST' ? call : {}) });
    expect(response.status).toBe(status);
    for (const [header, value] of Object.entries(SECURITY_HEADERS)) {
      expect.soft(response.headers.get(header), header).toBe(value);
    }
    expect(response.headers.get('strict-transport-security')).toBeNull();
    expect(response.headers.get('x-powered-by')).toBeNull();
  });

  test.each([
    ['a header that is too large', '/pricing', { 'X-Large': 'x'.repeat(20_000) }, 400],
    ['an address that is too long', `/${'x'.repeat(10_000)}`, {}, 414],
    ['a path that cannot be decoded', '/%00', {}, 400],
  ])('%s is refused, with the security headers', async (_what, url, headers, status) => {
    const response = await getRaw(edge(), url, headers as Record<string, string>);
    expect(response.status).toBe(status);
    for (const [header, value] of Object.entries(SECURITY_HEADERS)) {
      expect.soft(response.headers.get(header), header).toBe(value);
    }
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});

describe('nginx.conf', () => {
  /** A location once had its own add_header and so lost all others: health had no security header. */
  test('adds headers in one file only, because each other place would drop them all', async () => {
    const files = [
      'nginx.conf',
      ...(await readdir(path.join(WORKSPACE_ROOT, 'nginx'))).map((file) => `nginx/${file}`),
    ];
    const adding = [];
    for (const file of files) {
      const text = await readFile(path.join(WORKSPACE_ROOT, file), 'utf8');
      if (/^\s*add_header\s/m.test(text)) adding.push(file);
    }
    expect(adding).toEqual(['nginx/headers.conf']);
  });

  test('sends the security headers of the local gateway', async () => {
    const text = await readFile(path.join(WORKSPACE_ROOT, 'nginx/headers.conf'), 'utf8');
    const adding = [...text.matchAll(/^add_header (\S+) "(.*)" always;$/gm)].map(([, name, value]) => [
      name,
      value,
    ]);
    const usualReferrer = /map [^{]+\$referrer_policy \{[^}]*default "([^"]+)";/.exec(text)?.[1];
    const sent = Object.fromEntries([...adding, ['Referrer-Policy', usualReferrer]]);
    expect(sent).toEqual({ ...SECURITY_HEADERS, 'Last-Modified': '' });
  });

  test('the page for a failing site needs no other file and runs no script', async () => {
    const page = await readFile(path.join(WORKSPACE_ROOT, 'nginx/50x.html'), 'utf8');
    expect(page).not.toMatch(/<script|<link|<img|url\(|\son\w+=|https?:/);
    expect(page.match(/<h1>/g)).toHaveLength(1);
  });
});
