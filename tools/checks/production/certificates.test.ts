// @module-tag deep
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { makeCertificate } from '../../gateway/nginx/test-certificate.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { putCertificate, putEndedCertificate, putNamelessCertificate } from './put-certificate.ts';

const SITE_HOST = 'www.corvane.example';
let tls: string;
beforeEach(() => {
  tls = mkdtempSync(path.join(tmpdir(), 'corvane-tls-'));
});

/** As the role `web` does it, before nginx has the certificate. */
function check() {
  const { PATH = '' } = process.env;
  const program = path.join(WORKSPACE_ROOT, 'production/check-certificate.sh');
  const { status, stderr } = spawnSync(program, { env: { PATH, TLS: tls, SITE_HOST }, encoding: 'utf8' });
  return { status, lines: stderr.trim().split('\n') };
}

test('a certificate for the name of the site is taken', async () => {
  await putCertificate(tls, SITE_HOST);
  expect(check()).toEqual({ status: 0, lines: [''] });
});

test.each<[string, () => Promise<void>, RegExp]>([
  ['no certificate', async () => {}, /fullchain\.pem is missing or empty/],
  [
    'a certificate for another name',
    () => putCertificate(tls, 'other.example'),
    /is for DNS:other\.example, not for www\.corvane\.example$/,
  ],
  [
    'the key of another certificate',
    async () => {
      await putCertificate(tls, SITE_HOST);
      copyFileSync((await makeCertificate(SITE_HOST)).key, path.join(tls, 'privkey.pem'));
    },
    /privkey\.pem is not the key of \S+fullchain\.pem$/,
  ],
  [
    'a certificate past its end',
    () => putEndedCertificate(tls, SITE_HOST),
    /fullchain\.pem has ended on \w{3} /,
  ],
  [
    'a certificate with its name in the CN alone',
    () => putNamelessCertificate(tls, SITE_HOST),
    /fullchain\.pem names no host in its subjectAltName/,
  ],
  [
    'something else in its place',
    async () => {
      await putCertificate(tls, SITE_HOST);
      writeFileSync(path.join(tls, 'fullchain.pem'), 'nonsense');
    },
    /is no certificate in PEM$/,
  ],
])('%s is refused in one line', async (_case, harm, line) => {
  await harm();
  expect(check()).toEqual({ status: 1, lines: [expect.stringMatching(line)] });
});
