import { expect, test } from 'vitest';
import { FAKE_SITE } from '../../change/for-tests/fake-site.ts';
import { readSiteConfig } from './read-site-config.ts';

const HOOK = 'https://chat.example/hooks/1';

test('a setting is given once: later releases keep it until it is set again', () => {
  const first = readSiteConfig({ RELEASE_WEBHOOK_URL: HOOK }, FAKE_SITE);
  expect(first).toEqual({ ...FAKE_SITE, webhookUrl: HOOK });
  expect(readSiteConfig({}, first)).toEqual(first);
  expect(readSiteConfig({ RELEASE_WEBHOOK_URL: `${HOOK}2` }, first)?.webhookUrl).toBe(`${HOOK}2`);
});

test.each(['chat.example', 'ftp://chat.example/x', 'javascript:alert(1)'])(
  'a webhook at %s is refused by the name of its variable',
  (url) => {
    expect(() => readSiteConfig({ RELEASE_WEBHOOK_URL: url }, FAKE_SITE)).toThrow(
      `RELEASE_WEBHOOK_URL is missing or invalid: "${url}"`,
    );
  },
);
