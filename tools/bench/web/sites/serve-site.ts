import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { prepareNginx, runNginx } from '../../../machine/run-nginx.ts';
import { onFreePorts } from '../../../process/free-ports.ts';
import { WORKSPACE_ROOT } from '../../../workspace/workspace-root.ts';
import type { Connection } from '../web-options.ts';

export interface ServedSite {
  origins: Record<Connection, string>;
  close(): Promise<void>;
}

/** PEM files of a certificate for localhost. */
interface CertificateFiles {
  certificate: string;
  key: string;
}

/** A document root behind the shipped nginx, plain and with TLS. @param backendUrl where its calls go */
export async function serveSite(
  siteRoot: string,
  backendUrl: string,
  { certificate, key }: CertificateFiles,
): Promise<ServedSite> {
  const upstream = await readFile(path.join(WORKSPACE_ROOT, 'nginx/upstream.conf'), 'utf8');
  const { plainPort, tlsPort, prefix, stop } = await onFreePorts(2, async (plainPort = 0, tlsPort = 0) => {
    const prefix = await prepareNginx(siteRoot, {
      listenConf: `
server { listen 127.0.0.1:${plainPort}; server_name localhost; include nginx/site.conf; }
server {
  listen 127.0.0.1:${tlsPort} ssl http2;
  server_name localhost;
  ssl_certificate ${certificate};
  ssl_certificate_key ${key};
  include nginx/site.conf;
}`,
      // By its address, since the backend refuses calls that name another host.
      upstreamConf: upstream.replace('http://supabase', backendUrl.replace('localhost', '127.0.0.1')),
    });
    return { plainPort, tlsPort, prefix, stop: await runNginx(prefix, plainPort) };
  });
  return {
    origins: { 'http/1.1': `http://localhost:${plainPort}`, h2: `https://localhost:${tlsPort}` },
    async close() {
      await stop();
      await rm(prefix, { recursive: true, force: true });
    },
  };
}
