import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** Makes a self-signed certificate for one name, under the file names of listen-tls.conf. */
export async function makeCertificate(name: string, days = 1): Promise<{ certificate: string; key: string }> {
  const dir = await mkdtemp(path.join(tmpdir(), 'corvane-certificate-'));
  const files = { certificate: path.join(dir, 'fullchain.pem'), key: path.join(dir, 'privkey.pem') };
  await promisify(execFile)('openssl', [
    ...[
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      String(days),
    ],
    ...['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`],
    ...['-keyout', files.key, '-out', files.certificate],
  ]);
  return files;
}
