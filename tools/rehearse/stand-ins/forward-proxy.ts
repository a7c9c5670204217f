import { lookup } from 'node:dns/promises';
import { createServer, request } from 'node:http';
import { connect, type LookupFunction, type Socket } from 'node:net';

const answers = new Map<string, ReturnType<typeof askAll>>();
const askAll = (name: string) => lookup(name, { all: true });
/** Asks for the address of a name once: an installation by pnpm opens a thousand connections. */
const lookupOnce: LookupFunction = (name, _options, done) => {
  const found = answers.get(name) ?? askAll(name);
  answers.set(name, found);
  found.then(
    (addresses) => done(null, addresses),
    (error: Error) => {
      answers.delete(name);
      done(error, []);
    },
  );
};

/**
 * Lets a machine without a network of its own reach package registries, as this machine does.
 */
export async function startForwardProxy(at: { host: string; port: number }): Promise<{ close(): void }> {
  const server = createServer((asked, answer) => {
    const { hostname, port, pathname, search } = new URL(asked.url ?? '');
    const passed = request(
      {
        host: hostname,
        port: port || 80,
        path: pathname + search,
        lookup: lookupOnce,
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
    socket.on('error', () => socket.destroy());
    const { hostname: host, port } = new URL(`tcp://${asked.url}`);
    const passed = connect({ host, port: Number(port), lookup: lookupOnce }, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      passed.write(first);
      passed.pipe(socket).pipe(passed);
    });
    passed.once('error', () => socket.destroy());
    // The other side may never end by itself.
    socket.once('end', () => passed.destroySoon());
    socket.once('close', () => passed.destroy());
    passed.once('close', () => socket.end());
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(at, resolve));
  return {
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
