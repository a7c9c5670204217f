import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';

const ATTEMPTS = 5;

/**
 * Starts a program that must be told its ports, such as nginx. Another process may take one before the program does.
 * The program then starts again on other ports.
 * @param start rejects with the program's words. They say if a port is in use
 */
export async function onFreePorts<T>(
  count: number,
  start: (...ports: readonly number[]) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(...(await freePorts(count)));
    } catch (error) {
      if (attempt === ATTEMPTS || !/address already in use|EADDRINUSE/i.test(String(error))) throw error;
    }
  }
}

/**
 * Ports that differ: all are open at once. Another process may take one before its user does. So a server of ours
 * listens on port 0 instead, and a program goes through `onFreePorts`.
 */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  for (const server of servers) await new Promise<void>((resolve) => server.listen(0, resolve));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  for (const server of servers) await new Promise((resolve) => server.close(resolve));
  return ports;
}
