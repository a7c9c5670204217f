import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import type { CertificateAuthority } from './certificate-authority.ts';
import { startForwardProxy } from './forward-proxy.ts';

const RESEND_HOST = 'api.resend.com';

/** Plays the mail service Resend, under its own name and over TLS: the functions know one address of it. */
export interface PlayedResend {
  /** Keys that it takes. */
  keys: Set<string>;
  /** Mails that it has accepted. */
  accepted(): number;
  /** Mails that came with a key that it does not take. */
  refused(): number;
  /** Leads programs with this environment to it. They trust the authority already. */
  environment: Readonly<Record<string, string>>;
  close(): void;
}

/**
 * Beside the service, it makes a proxy that takes the place of the public network: only the names that are given have an
 * address there.
 * @param folder for the certificate
 * @param others further names with port, and where they lead
 */
export async function playResend(
  authority: CertificateAuthority,
  folder: string,
  others: ReadonlyMap<string, { host: string; port: number }> = new Map(),
): Promise<PlayedResend> {
  await authority.issue(RESEND_HOST, folder);
  const [key, cert] = await Promise.all(
    ['privkey.pem', 'fullchain.pem'].map((name) => readFile(path.join(folder, name))),
  );
  const keys = new Set<string>();
  let [accepted, refused] = [0, 0];
  const service = createServer({ key, cert }, async (request, response) => {
    const answer = (status: number, name: string) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ name }));
    };
    const mail = (await json(request).catch(() => ({}))) as { to?: unknown };
    if (request.method !== 'POST' || request.url !== '/emails') return answer(404, 'not_found');
    if (!keys.has(request.headers.authorization?.replace(/^Bearer /, '') ?? '')) {
      refused += 1;
      return answer(403, 'invalid_api_key');
    }
    if (mail.to === undefined) return answer(422, 'missing_required_field');
    accepted += 1;
    answer(200, 'accepted');
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const address = { host: '127.0.0.1', port: (service.address() as AddressInfo).port };
  const known = new Map([...others, [`${RESEND_HOST}:443`, address]]);
  const network = await startForwardProxy({ host: '127.0.0.1', port: 0 }, known);
  return {
    keys,
    accepted: () => accepted,
    refused: () => refused,
    environment: { HTTPS_PROXY: `http://127.0.0.1:${network.port}` },
    close: () => {
      network.close();
      service.closeAllConnections();
      service.close();
    },
  };
}
