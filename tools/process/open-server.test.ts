import { expect, test } from 'vitest';
import { openServer } from './open-server.ts';

const LOOPBACK = '127.0.0.1';

/** Regression: a port was tried and given back, and another program took it before the server listened. */
test('a port is taken until its server closes, and a request waits for what is served', async () => {
  const open = await openServer(0, LOOPBACK);
  await expect(openServer(open.port, LOOPBACK)).rejects.toThrow(
    `Port ${open.port} is in use. Stop the program that uses it, or set PORT to another port.`,
  );
  const answer = fetch(`http://${LOOPBACK}:${open.port}/early`);
  await new Promise<void>((resolve) => open.server.once('request', () => resolve()));
  open.serve((request, response) => response.end(`served ${request.url}`));
  expect(await (await answer).text()).toBe('served /early');
  await open.close();
  await (await openServer(open.port, LOOPBACK)).close();
});
