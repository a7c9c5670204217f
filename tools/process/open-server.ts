import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UserError } from '../command/user-error.ts';

interface OpenServer {
  server: Server;
  port: number;
  /** Answers requests from now on, and those that have waited. */
  serve(listener: RequestListener): void;
  close(): Promise<void>;
}

/**
 * Takes a port before it is known what to serve. Nothing else can take it meanwhile. Requests wait.
 * @param port 0 for any free one
 * @throws UserError when the port cannot be used.
 */
export async function openServer(
  port: number,
  address: string,
  options: ServerOptions = {},
): Promise<OpenServer> {
  let serve: OpenServer['serve'] = () => {};
  const listener = new Promise<RequestListener>((resolve) => {
    serve = resolve;
  });
  const server = createServer(options, (request, response) => {
    void listener.then((answer) => answer(request, response));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(portError(port, error)));
    server.listen(port, address, resolve);
  });
  return {
    server,
    port: (server.address() as AddressInfo).port,
    serve,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function portError(port: number, { code }: NodeJS.ErrnoException): UserError {
  return new UserError(
    code === 'EADDRINUSE'
      ? `Port ${port} is in use. Stop the program that uses it, or set PORT to another port.`
      : `Port ${port} cannot be used (${code}). Set PORT to another port.`,
  );
}
