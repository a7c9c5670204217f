import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeNeeding } from '../../machine/describe-needing.ts';
import { type NginxUnderTest, startNginxUnderTest } from '../both-edges/nginx-under-test.ts';
import { makeCertificate } from './test-certificate.ts';

const HOST = 'project.supabase.co';
const EDGE_SECRET = 'a'.repeat(40);

/** A hosted project: says by which names it was asked, and with which proof of the edge. */
async function startProject(certificateName: string) {
  const { certificate, key } = await makeCertificate(certificateName);
  const [cert, privateKey] = await Promise.all([readFile(certificate), readFile(key)]);
  const server = createServer({ cert, key: privateKey }, (request, response) => {
    const { host, 'x-edge-secret': edgeSecret } = request.headers;
    response.end(JSON.stringify([host, (request.socket as TLSSocket).servername, edgeSecret ?? null]));
  });
  let connections = 0;
  server.on('secureConnection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, certificate, connections: () => connections };
}

/**
 * The shipped upstream-hosted.conf. The test replaces only the address behind the name, the trusted certificate and
 * the secret.
 */
function hostedUpstream(project: Server, certificate: string, edgeSecret: string) {
  return (shipped: string) =>
    shipped
      .replace(`server ${HOST}:443;`, `server 127.0.0.1:${(project.address() as AddressInfo).port};`)
      .replace('/etc/ssl/certs/ca-certificates.crt', certificate)
      .replace('default "";', `default "${edgeSecret}";`);
}

describeNeeding('nginx', 'nginx with the shipped upstream-hosted.conf', () => {
  const edges: NginxUnderTest[] = [];
  let project: Awaited<ReturnType<typeof startProject>>;
  let impostor: Awaited<ReturnType<typeof startProject>>;
  beforeAll(async () => {
    project = await startProject(HOST);
    impostor = await startProject('other.supabase.co');
    for (const { server, certificate, edgeSecret } of [
      { ...project, edgeSecret: EDGE_SECRET },
      { ...impostor, edgeSecret: EDGE_SECRET },
      { ...project, edgeSecret: '' },
    ]) {
      const upstream = hostedUpstream(server, certificate, edgeSecret);
      edges.push(await startNginxUnderTest(() => ({ upstreamFrom: 'upstream-hosted.conf', upstream })));
    }
  });
  afterAll(async () => {
    for (const edge of edges) await edge.close();
    for (const { server } of [project, impostor]) {
      server.close();
      server.closeAllConnections();
    }
  });

  const ask = (edge: NginxUnderTest | undefined) =>
    fetch(`${edge?.url}/rest/v1/rpc/get_plan_prices`, {
      method: 'POST',
      body: '{}',
      headers: { 'Content-Type': 'application/json' },
    });

  test('the project is asked by its own name, over connections that are kept', async () => {
    for (let call = 0; call < 10; call++) {
      const response = await ask(edges[0]);
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual([HOST, HOST, EDGE_SECRET]);
    }
    // One for each worker.
    expect(project.connections()).toBeLessThanOrEqual(2);
  });

  test("a server with another name's certificate receives no call", async () => {
    expect((await ask(edges[1])).status).toBe(502);
  });

  test.each([
    ['with a secret', 0, EDGE_SECRET],
    ['without one', 2, null],
  ])('%s the proof of the edge never comes from the client', async (_, edge, proof) => {
    const response = await fetch(`${edges[edge]?.url}/functions/v1/sign-in-rep`, {
      method: 'POST',
      body: '{}',
      headers: { 'X-Edge-Secret': 'forged', 'Content-Type': 'application/json' },
    });
    expect(await response.json()).toEqual([HOST, HOST, proof]);
  });
});
