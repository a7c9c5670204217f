import { connect } from 'node:tls';
import { endpointOf, type SiteAddress } from './ask-site.ts';

export interface CertificateFacts {
  /** Why browsers would refuse it, in OpenSSL's words. Null when they accept it. */
  refusal: string | null;
  /** The names it was made for, such as `corvane.example`. */
  names: string[];
  /** Milliseconds since 1970 UTC. */
  validUntilMs: number;
  /** `TLSv1.3` and the like. */
  protocol: string | null;
  hasHttp2: boolean;
}

const TIMEOUT_MS = 10_000;

/** @throws Error when there is no handshake. */
export function readCertificate(address: SiteAddress): Promise<CertificateFacts> {
  const { host, port, servername } = endpointOf(address);
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port,
      servername,
      rejectUnauthorized: false,
      ALPNProtocols: ['h2', 'http/1.1'],
      timeout: TIMEOUT_MS,
      ...(address.authority === undefined ? {} : { ca: address.authority }),
    });
    socket.once('timeout', () => socket.destroy(new Error(`no handshake within ${TIMEOUT_MS / 1000} s`)));
    socket.once('error', (error) => reject(new Error(`no TLS: ${error.message}`)));
    socket.once('secureConnect', () => {
      const certificate = socket.getPeerCertificate();
      const error = socket.authorizationError as Error | string | null | undefined;
      resolve({
        refusal: socket.authorized ? null : String(error instanceof Error ? error.message : error),
        names: (certificate.subjectaltname ?? '').split(', ').map((name) => name.replace(/^[^:]+:/, '')),
        validUntilMs: Date.parse(certificate.valid_to),
        protocol: socket.getProtocol(),
        hasHttp2: socket.alpnProtocol === 'h2',
      });
      socket.end();
    });
  });
}
