import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contentSecurityPolicy, SECURITY_HEADERS } from '../security-headers.ts';
import { NGINX_HEADERS_FILE, withPolicy } from './nginx-policy.ts';

const TAG = { provider: 'Acme', id: 'A-1', scriptUrl: 'https://tags.example.com/js?id=A-1' };
const nginx = () => readFileSync(NGINX_HEADERS_FILE, 'utf8');
const policyOf = (text: string) => /^add_header Content-Security-Policy "(.*)" always;$/m.exec(text)?.[1];
const directives = (policy: string) =>
  new Map(policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]));

test('nginx has the policy of the local gateway (stale: node tools/gateway/nginx/write-nginx-policy.ts)', () => {
  expect(policyOf(nginx())).toBe(SECURITY_HEADERS['Content-Security-Policy']);
});

test('a tag widens the policy by its origin and its name, and by nothing else', () => {
  const without = directives(contentSecurityPolicy(null));
  const withTag = directives(contentSecurityPolicy(TAG));
  expect([...withTag.keys()]).toEqual([...without.keys()]);
  for (const [name, sources] of without) {
    const added = name === 'script-src' || name === 'connect-src' ? ['https://tags.example.com'] : [];
    expect(withTag.get(name), name).toEqual(name === 'trusted-types' ? ['host-tag'] : [...sources, ...added]);
  }
});

test('the command writes one line of nginx/headers.conf', () => {
  const policy = contentSecurityPolicy(TAG);
  const written = withPolicy(nginx(), policy);
  expect(policyOf(written)).toBe(policy);
  expect(withPolicy(written, SECURITY_HEADERS['Content-Security-Policy'] ?? '')).toBe(nginx());
});
