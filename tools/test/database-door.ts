import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface DatabaseDoor {
  url: string;
  close(): Promise<void>;
}

type Sql = (text: string, params?: unknown[]) => Promise<unknown[]>;

/**
 * Lets journeys query the whole database of their stack, tables that no API exposes included: POST {text, params}.
 * The embedded database has no socket of its own. Only test runs open this door, at an address that cannot be
 * guessed.
 */
export async function openDatabaseDoor(sql: Sql): Promise<DatabaseDoor> {
  const path = `/${randomBytes(32).toString('base64url')}`;
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.method !== 'POST' || request.url !== path || request.headers.origin !== undefined) {
      return answer(404, {});
    }
    try {
      const { text, params } = (await json(request)) as { text: string; params: unknown[] };
      answer(200, await sql(text, params));
    } catch (error) {
      answer(400, { message: error instanceof Error ? error.message : String(error) });
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
