import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeNeeding } from '../../machine/describe-needing.ts';
import { runNginx } from '../../machine/run-nginx.ts';
import { onFreePorts } from '../../process/free-ports.ts';
import { makeProductionStand } from './production-stand.ts';

describeNeeding('nginx', "nginx as the backend's gateway", () => {
  let connections = 0;
  const paths: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    paths.push(url);
    response.end('{}');
  }).on('connection', () => {
    connections += 1;
  });
  const stand = makeProductionStand();
  let url: string;
  let stop: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    mkdirSync(stand.at('etc/function-ports'), { recursive: true });
    const { port } = server.address() as AddressInfo;
    writeFileSync(
      stand.at('etc/function-ports/sign-in-rep.env'),
      `DENO_SERVE_ADDRESS=tcp:127.0.0.1:${port}\n`,
    );
    stop = await onFreePorts(1, async (gatewayPort) => {
      Object.assign(stand.settings, { BACKEND_ADDRESS: '127.0.0.1', GATEWAY_PORT: String(gatewayPort) });
      expect(stand.script('configure-backend.sh').lines).toEqual(['']);
      url = `http://127.0.0.1:${gatewayPort}/functions/v1`;
      return runNginx(stand.at('gateway'), Number(gatewayPort));
    });
  });
  afterAll(async () => {
    await stop?.();
    server.close();
  });

  const call = (name: string) => fetch(`${url}/${name}`, { method: 'POST', body: '{}' });

  test('calls of a function share a connection', async () => {
    for (let calls = 0; calls < 6; calls++) expect((await call('sign-in-rep')).status).toBe(200);
    expect(paths).toEqual(Array(6).fill('/sign-in-rep'));
    // One for each worker.
    expect(connections).toBeLessThanOrEqual(2);
  });

  test('an unknown function is not found', async () => {
    for (const name of ['nothing', 'rest']) expect((await call(name)).status).toBe(404);
  });
});
