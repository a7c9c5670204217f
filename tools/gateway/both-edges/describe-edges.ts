import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe } from 'vitest';
import { describeNeeding } from '../../machine/describe-needing.ts';
import { startGateway } from '../gateway.ts';
import { makeFixtureSite } from './edge-fixture.ts';
import { type EdgeUnderTest, PUBLIC_HOST } from './edge-under-test.ts';
import { FakeBackend } from './fake-backend.ts';
import { startNginxUnderTest } from './nginx-under-test.ts';

/** The same tests on the local gateway and on nginx with the shipped nginx.conf. */
export function describeEdges(
  what: string,
  tests: (edge: () => EdgeUnderTest, get: (path: string, init?: RequestInit) => Promise<Response>) => void,
): void {
  const testEdge = (start: () => Promise<EdgeUnderTest>) => () => {
    let edge: EdgeUnderTest;
    beforeAll(async () => {
      edge = await start();
    });
    afterAll(async () => {
      await edge?.close();
    });
    tests(
      () => edge,
      (path, init = {}) => fetch(edge.url + path, { redirect: 'manual', ...init }),
    );
  };
  describe(`${what}: the local gateway`, testEdge(startGatewayUnderTest));
  describeNeeding('nginx', `${what}: nginx`, testEdge(startNginxUnderTest));
}

async function startGatewayUnderTest(): Promise<EdgeUnderTest> {
  const siteRoot = await makeFixtureSite();
  const backend = new FakeBackend();
  let isStopped = false;
  const gateway = await startGateway({
    port: 0,
    siteUrl: `http://${PUBLIC_HOST}`,
    siteRoot,
    backend: {
      fetch: async (request, { ip }) => {
        if (isStopped) throw new TypeError('fetch failed');
        request.headers.set('x-forwarded-for', ip);
        return backend.fetch(request);
      },
      healthy: async () => !isStopped,
    },
    backendTimeoutMs: 5000,
  });
  return {
    url: `http://127.0.0.1:${gateway.port}`,
    port: gateway.port,
    siteRoot,
    backend,
    stopBackend: () => {
      isStopped = true;
    },
    close: async () => {
      await gateway.close();
      await rm(siteRoot, { recursive: true });
    },
  };
}
