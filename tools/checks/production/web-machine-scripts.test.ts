// @module-tag deep
import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeCertificate } from '../../gateway/nginx/test-certificate.ts';
import { SITE_HOST, standOfEachTest } from './production-stand.ts';
import { putCertificate, putEndedCertificate, putNamelessCertificate } from './put-certificate.ts';

const { at, script, filesOf } = standOfEachTest();

describe('the configuration of a web machine', () => {
  test('is written with a certificate for the name of the site', async () => {
    await putCertificate(at('tls'), SITE_HOST);
    expect(script('check-certificate.sh')).toEqual({ status: 0, lines: [''] });
    expect(script('configure-web.sh')).toEqual({ status: 0, lines: [''] });
    expect(filesOf('srv')['listen.conf']).toContain(`server_name ${SITE_HOST};`);
  });

  test.each<[string, () => Promise<void>, RegExp]>([
    ['no certificate', async () => {}, /fullchain\.pem is missing or empty/],
    [
      'a certificate for another name',
      () => putCertificate(at('tls'), 'other.example'),
      /is for DNS:other\.example, not for www\.corvane\.example$/,
    ],
    [
      'the key of another certificate',
      async () => {
        await putCertificate(at('tls'), SITE_HOST);
        copyFileSync((await makeCertificate(SITE_HOST)).key, at('tls/privkey.pem'));
      },
      /privkey\.pem is not the key of \S+fullchain\.pem$/,
    ],
    [
      'a certificate past its end',
      () => putEndedCertificate(at('tls'), SITE_HOST),
      /fullchain\.pem has ended on \w{3} /,
    ],
    [
      'a certificate with its name in the CN alone',
      () => putNamelessCertificate(at('tls'), SITE_HOST),
      /fullchain\.pem names no host in its subjectAltName/,
    ],
    [
      'something else in its place',
      async () => {
        await putCertificate(at('tls'), SITE_HOST);
        writeFileSync(at('tls/fullchain.pem'), 'nonsense');
      },
      /is no certificate in PEM$/,
    ],
    [
      'no secret of the edge',
      async () => {
        await putCertificate(at('tls'), SITE_HOST);
        writeFileSync(at('carry/web/edge-secret'), '');
      },
      /edge-secret is missing or empty$/,
    ],
  ])('with %s, one line says so and nothing is written', async (_case, harm, line) => {
    await harm();
    const { status, lines } = script('configure-web.sh');
    expect(status).toBe(1);
    expect(lines).toEqual([expect.stringMatching(line)]);
    expect([filesOf('srv'), filesOf('etc')]).toEqual([{}, {}]);
  });
});

describe('a renewed certificate', () => {
  const renewed = async (name: string) => {
    const folder = at('renewed');
    mkdirSync(folder, { recursive: true });
    await putCertificate(folder, name);
    return folder;
  };

  test('is taken, and its key is for root and nginx alone', async () => {
    await putCertificate(at('tls'), SITE_HOST);
    const folder = await renewed(SITE_HOST);
    expect(script('take-certificate.sh', folder)).toEqual({ status: 0, lines: [''] });
    for (const name of ['fullchain.pem', 'privkey.pem'])
      expect(filesOf('tls')[name]).toBe(readFileSync(path.join(folder, name), 'utf8'));
    expect(statSync(at('tls/privkey.pem')).mode & 0o777).toBe(0o640);
  });

  test('for another name is refused in one line, and the old one stays', async () => {
    await putCertificate(at('tls'), SITE_HOST);
    const before = filesOf('tls');
    const { status, lines } = script('take-certificate.sh', await renewed('other.example'));
    expect(status).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(/is for DNS:other\.example, not for www\.corvane\.example$/),
    ]);
    expect(filesOf('tls')).toEqual(before);
  });
});
