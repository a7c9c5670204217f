import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeNeeding } from '../../test/describe-needing.ts';
import { PREVIEW_TOKEN } from './edge-fixture.ts';
import { getRaw } from './edge-under-test.ts';
import { type NginxUnderTest, startNginxUnderTest } from './nginx-under-test.ts';

describeNeeding('nginx', 'logs of nginx', () => {
  let edge: NginxUnderTest;
  let access = '';
  let errors = '';
  beforeAll(async () => {
    edge = await startNginxUnderTest();
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
      '/rest/v1/any?access=SECRET',
      '/rest/v1/drop?access=SECRET',
      '/rest/v1/slow?access=SECRET',
      '/healthz?access=SECRET',
    ]) {
      await getRaw(edge, url, secretive);
    }
    const calls = Array.from({ length: 30 }, () =>
      fetch(`${edge.url}/functions/v1/sign-in-rep?access=SECRET`),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses).toContain(429);
    access = await readFile(path.join(edge.prefix, 'logs/access.log'), 'utf8');
    errors = await readFile(path.join(edge.prefix, 'logs/error.log'), 'utf8');
  });
  afterAll(async () => {
    await edge?.close();
  });

  const lineOf = (request: string) => access.split('\n').find((line) => line.includes(`"${request}"`));

  test('hold no query string, no cookie, no referrer and no address of a preview', () => {
    expect(access.split('\n').length).toBeGreaterThan(16);
    for (const log of [access, errors]) {
      expect(log).not.toContain('SECRET');
      expect(log).not.toContain('access=');
      expect(log).not.toContain(PREVIEW_TOKEN);
    }
  });

  test('say of a page its path, lane, status, bytes and time', () => {
    expect(lineOf('GET /pricing')).toMatch(
      /^127\.0\.0\.1 \[[^\]]+\] "GET \/pricing" 200 \d+ \d\.\d{3} upstream=-,- lane=42 id=[0-9a-f]{32}$/,
    );
    expect(lineOf('GET /nowhere')).toMatch(/" 404 .* lane=42 /);
    expect(lineOf('GET /_preview/-')).toMatch(/" 200 .* lane=- /);
  });

  test('say of a call what the backend answered, and how long it took', () => {
    expect(lineOf('GET /rest/v1/any')).toMatch(/" 200 \d+ \d\.\d{3} upstream=200,\d\.\d{3} lane=- /);
    expect(lineOf('GET /rest/v1/slow')).toMatch(/" 504 .* upstream=504/);
  });
});
