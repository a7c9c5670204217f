import { createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

/** Lets a machine without a network of its own reach package registries, as this machine does. */
export async function startForwardProxy(): Promise<{ port: number; close(): void }> {
  const server = createServer((asked, answer) => {
    const { hostname, port, pathname, search } = new URL(asked.url ?? '');
    const passed = request(
      {
        host: hostname,
        port: port || 80,
        path: pathname + search,
        method: asked.method,
        headers: asked.headers,
      },
      (found) => {
        answer.writeHead(found.statusCode ?? 502, found.headers);
        found.pipe(answer);
      },
    );
    passed.once('error', () => answer.destroy());
    asked.pipe(passed);
  });
  server.on('connect', (asked, socket, first) => {
    const { hostname, port } = new URL(`tcp://${asked.url}`);
    const passed = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      passed.write(first);
      passed.pipe(socket).pipe(passed);
    });
    passed.once('error', () => socket.destroy());
    socket.once('error', () => passed.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
