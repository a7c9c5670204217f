import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** Stands in for the authority that a site takes its certificates from. */
export interface CertificateAuthority {
  /** Its own certificate, for clients to trust. */
  file: string;
  /** Puts a new certificate for the name into a folder, under the names that the page gives. */
  issue(name: string, folder: string): Promise<void>;
}

export async function makeAuthority(folder: string): Promise<CertificateAuthority> {
  await mkdir(folder, { recursive: true });
  const at = (name: string) => path.join(folder, name);
  await run('openssl', [
    ...['req', '-x509', ...KEY, '-days', '2', '-subj', '/CN=Rehearsal authority'],
    ...['-keyout', at('ca.key'), '-out', at('ca.pem')],
  ]);
  let issued = 0;
  return {
    file: at('ca.pem'),
    async issue(name, target) {
      issued += 1;
      const [request, leaf, extensions] = [at('request.pem'), at('leaf.pem'), at('extensions')];
      await mkdir(target, { recursive: true });
      await writeFile(extensions, `subjectAltName=DNS:${name}\n`);
      await run('openssl', [
        ...['req', ...KEY, '-subj', `/CN=${name}`],
        ...['-keyout', path.join(target, 'privkey.pem'), '-out', request],
      ]);
      await run('openssl', [
        ...['x509', '-req', '-in', request, '-days', '30', '-set_serial', String(Date.now() + issued)],
        ...['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-extfile', extensions, '-out', leaf],
      ]);
      await run('bash', [
        '-c',
        'cat "$1" "$2" > "$3"',
        '-',
        leaf,
        at('ca.pem'),
        path.join(target, 'fullchain.pem'),
      ]);
    },
  };
}
