import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeNeeding } from '../../machine/describe-needing.ts';
import { runNginx } from '../../machine/run-nginx.ts';
import { onFreePorts } from '../../process/free-ports.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { renderTemplates } from './render-templates.ts';

describeNeeding('nginx', "nginx as the backend's gateway", () => {
  let connections = 0;
  let paths: string[] = [];
  let answer: RequestListener;
  const servers: Server[] = [];
  let url: string;
  let stop: (() => Promise<void>) | undefined;

  /** A process of the functions. */
  async function listen(port = 0): Promise<Server> {
    const server = createServer((request, response) => {
      paths.push(request.url ?? '');
      answer(request, response);
    }).on('connection', () => {
      connections += 1;
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    servers.push(server);
    return server;
  }
  const portOf = (server: Server) => (server.address() as AddressInfo).port;
  async function end(server: Server | undefined): Promise<void> {
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
  }

  beforeAll(async () => {
    const function_ports = [portOf(await listen()), portOf(await listen())];
    stop = await onFreePorts(1, async (gatewayPort) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'corvane-gateway-'));
      const templates = ['settings', 'listen'].map((name) => `backend/templates/${name}.conf.j2`);
      const files = renderTemplates(templates, { function_ports, gateway_port: gatewayPort });
      for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
      cpSync(path.join(WORKSPACE_ROOT, 'production/gateway/nginx.conf'), path.join(folder, 'nginx.conf'));
      url = `http://127.0.0.1:${gatewayPort}/functions/v1`;
      return runNginx(folder, Number(gatewayPort));
    });
  });
  afterAll(async () => {
    await stop?.();
    for (const server of servers) if (server.listening) await end(server);
  });
  beforeEach(() => {
    paths = [];
    answer = (_request, response) => response.end('{}');
  });

  const call = (name: string) => fetch(`${url}/${name}`, { method: 'POST', body: '{}' });
  const statuses = async (calls: number) => {
    const answers: number[] = [];
    while (answers.length < calls) answers.push((await call('api/sign-in-rep')).status);
    return answers;
  };
  const succeeded = (calls: number) => Array(calls).fill(200);

  test('calls of the functions share connections', async () => {
    expect(await statuses(12)).toEqual(succeeded(12));
    expect(paths).toEqual(Array(12).fill('/api/sign-in-rep'));
    // One for each worker to each process.
    expect(connections).toBeLessThanOrEqual(4);
  });

  test('what is no call of the functions is not found, and reaches none', async () => {
    for (const name of ['sign-in-rep', 'rest', 'api', 'api/', 'api/sign-in-rep/', 'api/a/b', 'api/A'])
      expect([name, (await call(name)).status]).toEqual([name, 404]);
    expect(paths).toEqual([]);
  });

  test('while the processes start again one after the other, all calls succeed', async () => {
    for (const place of [0, 1]) {
      const old = servers[place] as Server;
      const port = portOf(old);
      await end(old);
      expect(await statuses(12)).toEqual(succeeded(12));
      servers[place] = await listen(port);
      servers.pop();
    }
    expect(await statuses(12)).toEqual(succeeded(12));
  });

  test('a call whose process dies meanwhile is not sent to the other one', async () => {
    answer = (request) => request.resume().on('end', () => request.socket.destroy());
    const failed = await call('api/sign-in-rep');
    expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '1']);
    expect(paths).toEqual(['/api/sign-in-rep']);
  });

  test('while both are away, calls are told to come again', async () => {
    const ports = servers.map(portOf);
    for (const server of servers) await end(server);
    const failed = await call('api/sign-in-rep');
    expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await failed.json()).error).toMatchObject({ code: 'unavailable' });
    servers.length = 0;
    for (const port of ports) await listen(port);
    expect(await statuses(4)).toEqual(succeeded(4));
  });
});
