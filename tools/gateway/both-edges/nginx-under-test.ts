import { rm } from 'node:fs/promises';
import { type EdgeSettings, listenPlain, prepareNginx, runNginx } from '../../machine/run-nginx.ts';
import { onFreePorts } from '../../process/free-ports.ts';
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
/** Lines of a configuration by which nginx believes that header. */
export const REAL_ADDRESS = `
set_real_ip_from 127.0.0.1;
real_ip_header ${TEST_ADDRESS_HEADER};
`;
const NAMES = `${PUBLIC_HOST} localhost 127.0.0.1 [::1]`;

/**
 * The shipped nginx.conf, with only the ports, the upstream and the document root of this test.
 * @param settingsOf what the test changes for these ports of 127.0.0.1
 */
export async function startNginxUnderTest(
  settingsOf: (port: number, plainPort: number) => Partial<EdgeSettings> = () => ({}),
): Promise<NginxUnderTest> {
  const backend = new FakeBackend();
  const listening = await listenAsBackend(backend);
  const siteRoot = await makeFixtureSite();
  const { port, plainPort, prefix, stop } = await onFreePorts(2, async (port = 0, plainPort = 0) => {
    const prefix = await prepareNginx(siteRoot, {
      listen: (shipped) => `${listenPlain(port, NAMES)(shipped)}${REAL_ADDRESS}`,
      upstream: impatient(listening.port),
      ...settingsOf(port, plainPort),
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

/** A second address, and less patience. */
function impatient(port: number): (shipped: string) => string {
  const server = `server 127.0.0.1:${port} max_fails=0;`;
  return (shipped) =>
    shipped
      .replace('server 127.0.0.1:54321;', `${server} ${server}`)
      .replace('proxy_read_timeout 30s', 'proxy_read_timeout 5s');
}
