import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeCertificate } from '../../gateway/nginx/test-certificate.ts';

/** Puts a certificate for one name, and its key, into a folder under the names that certbot gives them. */
export async function putCertificate(folder: string, name: string): Promise<void> {
  const { certificate, key } = await makeCertificate(name, 90);
  copyFileSync(certificate, path.join(folder, 'fullchain.pem'));
  copyFileSync(key, path.join(folder, 'privkey.pem'));
}

/** One that ended an hour ago. `openssl req` makes none, but an authority does. */
export async function putEndedCertificate(folder: string, name: string): Promise<void> {
  await putCertificate(folder, name);
  const own = mkdtempSync(path.join(tmpdir(), 'corvane-authority-'));
  const at = (file: string) => path.join(own, file);
  writeFileSync(at('index.txt'), '');
  writeFileSync(
    at('ca.cnf'),
    `[ca]\ndefault_ca = own\n[own]\ndatabase = ${at('index.txt')}\nnew_certs_dir = ${own}\ndefault_md = sha256
policy = any\nrand_serial = yes\ncopy_extensions = copy\n[any]\ncommonName = supplied\n`,
  );
  const utc = (hours: number) =>
    new Date(Date.now() + hours * 3_600_000).toISOString().replace(/[-:T]|\.\d+/g, '');
  const key = path.join(folder, 'privkey.pem');
  openssl(
    ...['req', '-new', '-key', key, '-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`],
    ...['-out', at('csr')],
  );
  openssl(
    ...['ca', '-batch', '-selfsign', '-notext', '-config', at('ca.cnf'), '-keyfile', key, '-in', at('csr')],
    ...['-startdate', utc(-2), '-enddate', utc(-1), '-out', path.join(folder, 'fullchain.pem')],
  );
}

/** One whose subjectAltName has an address alone. openssl then takes the CN for the name, and browsers do not. */
export async function putNamelessCertificate(folder: string, name: string): Promise<void> {
  await putCertificate(folder, name);
  openssl(
    ...['req', '-x509', '-key', path.join(folder, 'privkey.pem'), '-days', '90', '-subj', `/CN=${name}`],
    ...['-addext', 'subjectAltName=IP:192.0.2.10', '-out', path.join(folder, 'fullchain.pem')],
  );
}

function openssl(...args: string[]): void {
  const { status, stderr } = spawnSync('openssl', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}
