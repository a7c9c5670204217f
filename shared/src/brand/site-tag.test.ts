import { expect, test } from 'vitest';
import { SITE_TAG, tagOrigin } from './site-tag.ts';

const origin = (scriptUrl: string) => tagOrigin({ provider: 'Acme', id: 'A-1', scriptUrl });

test('no tag is set by default', () => {
  expect(SITE_TAG).toBeNull();
});

test('the policy gets the origin alone', () => {
  expect(origin('https://tags.example.com/js?id=A-1')).toBe('https://tags.example.com');
  expect(origin('https://tags.example.com:8443/js')).toBe('https://tags.example.com:8443');
});

test.each([
  'http://tags.example.com/js',
  'https://*.example.com/js',
  'https://a.example.com; script-src *',
  "https://a.example.com' 'unsafe-inline'/js",
  'https://user:pass@tags.example.com/js',
  'https://localhost/js',
  'data:text/javascript,alert(1)',
  '//tags.example.com/js',
  '',
])('%j is refused', (scriptUrl) => {
  expect(() => origin(scriptUrl)).toThrow('scriptUrl must begin with https:// and a host name');
});
