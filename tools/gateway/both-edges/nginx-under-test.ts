import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { prepareNginx, runNginx } from '../../machine/run-nginx.ts';
import { onFreePorts } from '../../process/free-ports.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { makeFixtureSite } from './edge-fixture.ts';
import { type EdgeUnderTest, PUBLIC_HOST } from './edge-under-test.ts';
import { FakeBackend, listenAsBackend } from './fake-backend.ts';

export interface NginxUnderTest extends EdgeUnderTest {
  /** A second port, for a test that listens without TLS too. */
  plainPort: number;
  /** The directory that nginx runs in. */
  prefix: string;
  /** The number of connections to the backend. */
  backendConnections(): number;
  /** Ends nginx, so that its logs are whole. Its files stay until `close`. */
  stopNginx(): Promise<void>;
}

/** The address that a request with this header comes from, for limits that count by address. */
export const TEST_ADDRESS_HEADER = 'X-Test-Address';

/** The files of the configuration that a test replaces, as a deployment would. */
interface Replacements {
  /** nginx/listen.conf, for these ports of 127.0.0.1. */
  listenConf?(port: number, plainPort: number): Promise<string>;
  /** nginx/upstream.conf, for a fake backend on this port. */
  upstreamConf?(port: number): Promise<string>;
}

/** The shipped nginx.conf, with only the ports, the upstream and the document root of this test. */
export async function startNginxUnderTest({
  listenConf = listenPlain,
  upstreamConf = localUpstream,
}: Replacements = {}): Promise<NginxUnderTest> {
  const backend = new FakeBackend();
  const listening = await listenAsBackend(backend);
  const siteRoot = await makeFixtureSite();
  const upstream = await upstreamConf(listening.port);
  const { port, plainPort, prefix, stop } = await onFreePorts(2, async (port = 0, plainPort = 0) => {
    const prefix = await prepareNginx(siteRoot, {
      listenConf: await listenConf(port, plainPort),
      upstreamConf: upstream,
    });
    return { port, plainPort, prefix, stop: await runNginx(prefix, port) };
  });
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    plainPort,
    siteRoot,
    backend,
    prefix,
    backendConnections: listening.connections,
    stopBackend: () => listening.close(),
    stopNginx: stop,
    close: async () => {
      await stop();
      listening.close();
      for (const dir of [siteRoot, prefix]) await rm(dir, { recursive: true });
    },
  };
}

/** The shipped file with the port and the names of this test. */
async function listenPlain(port: number): Promise<string> {
  const shipped = await readFile(path.join(WORKSPACE_ROOT, 'nginx/listen.conf'), 'utf8');
  return `${shipped
    .replaceAll('listen 8080', `listen 127.0.0.1:${port}`)
    .replace('corvane.example', `${PUBLIC_HOST} localhost 127.0.0.1 [::1]`)}
set_real_ip_from 127.0.0.1;
real_ip_header ${TEST_ADDRESS_HEADER};
`;
}

/** The shipped file at this test's port, with a second address, and less patient. */
async function localUpstream(port: number): Promise<string> {
  const shipped = await readFile(path.join(WORKSPACE_ROOT, 'nginx/upstream.conf'), 'utf8');
  const server = `server 127.0.0.1:${port} max_fails=0;`;
  return shipped
    .replace('server 127.0.0.1:54321;', `${server} ${server}`)
    .replace('proxy_read_timeout 30s', 'proxy_read_timeout 5s');
}
