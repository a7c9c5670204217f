// @module-tag deep
import { readFile } from 'node:fs/promises';
import { get } from 'node:https';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeNeeding } from '../../machine/describe-needing.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { makeLive } from '../both-edges/edge-fixture.ts';
import { getRaw } from '../both-edges/edge-under-test.ts';
import { type NginxUnderTest, startNginxUnderTest } from '../both-edges/nginx-under-test.ts';
import { SECURITY_HEADERS } from '../security-headers.ts';
import { type Observation, observatoryGrade } from './observatory-grade.ts';
import { makeCertificate } from './test-certificate.ts';

const HOST = 'corvane.example';

/** The site's headers, with one changed. */
function observed(
  changed: Record<string, string | null> = {},
  plainLocation = `https://${HOST}/`,
): Observation {
  const headers = new Headers({ ...SECURITY_HEADERS, 'strict-transport-security': 'max-age=63072000' });
  for (const [name, value] of Object.entries(changed)) {
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  return { headers, plainLocation, host: HOST };
}

describe('the rules', () => {
  test.each<[string, Record<string, string | null>, string]>([
    ['all headers', {}, 'A+'],
    ['no policy for content', { 'content-security-policy': null }, 'B'],
    ['inline scripts', { 'content-security-policy': "default-src 'none'; script-src 'unsafe-inline'" }, 'B+'],
    ['no Strict-Transport-Security', { 'strict-transport-security': null }, 'B+'],
    ['Strict-Transport-Security for a day', { 'strict-transport-security': 'max-age=86400' }, 'A+'],
    ['a cookie that goes over plain HTTP', { 'set-cookie': 'corvane_lane=1; SameSite=Lax' }, 'B+'],
    [
      'no headers at all',
      Object.fromEntries([...observed().headers.keys()].map((name) => [name, null])),
      'D',
    ],
  ])('%s is graded %s', (_, changed, grade) => {
    expect(observatoryGrade(observed(changed))).toMatchObject({ grade });
  });

  test('a site that plain HTTP reaches loses points', () => {
    expect(observatoryGrade(observed({}, `http://${HOST}/`)).points.redirection).toBe(-20);
  });
});

describeNeeding('nginx', 'nginx with the shipped listen-tls.conf', () => {
  let edge: NginxUnderTest;
  beforeAll(async () => {
    const { certificate } = await makeCertificate(HOST);
    const shipped = await readFile(path.join(WORKSPACE_ROOT, 'nginx/listen-tls.conf'), 'utf8');
    edge = await startNginxUnderTest({
      listenConf: async (port, plainPort) =>
        shipped
          .replaceAll('listen 443 ', `listen 127.0.0.1:${port} `)
          .replaceAll('listen 80', `listen 127.0.0.1:${plainPort}`)
          .replaceAll('/etc/ssl/corvane', path.dirname(certificate)),
    });
    // A cookie is set while a canary runs: the grade counts it too.
    await makeLive(edge.siteRoot, 'canary');
  });
  afterAll(() => edge?.close());

  function getPage(url: string): Promise<Headers> {
    return new Promise((resolve, reject) => {
      const options = {
        port: edge.port,
        host: '127.0.0.1',
        path: url,
        servername: HOST,
        headers: { Host: HOST },
      };
      get({ ...options, rejectUnauthorized: false }, (response) => {
        response.resume();
        const headers = new Headers();
        for (const [name, value] of Object.entries(response.headers)) {
          for (const item of [value].flat()) if (item !== undefined) headers.append(name, item);
        }
        resolve(headers);
      }).once('error', reject);
    });
  }

  test.each(['/', '/pricing', '/pricing?access=SECRET', '/nowhere', '/rest/v1/products'])(
    '%s is graded A+ by the rules of the HTTP Observatory',
    async (url) => {
      const plain = await getRaw({ port: edge.plainPort }, url, { Host: HOST });
      const result = observatoryGrade({
        headers: await getPage(url),
        plainLocation: plain.headers.get('location'),
        host: HOST,
      });
      expect(result, JSON.stringify(result.points)).toMatchObject({ grade: 'A+' });
    },
  );
});
