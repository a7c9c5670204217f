import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openServer } from '../../process/open-server.ts';
import { isApiPath } from './api-route.ts';
import { answerApiError } from './edge-errors.ts';
import { forwardToBackend, type GatewayBackend } from './forward-to-backend.ts';

export interface BackendDoor {
  url: string;
  close(): Promise<void>;
}

/** In the data directory while the stack runs: the address of the door. */
export const BACKEND_URL_FILE = 'backend-url';

/** A batch of an import of sales. */
const MAX_BODY_BYTES = 1024 * 1024;

/**
 * The backend's own address, like the one that a Supabase project has beside the site's. It is for the operators'
 * commands and for tests that bypass the edge. Only programs of this machine may use it: a page of any site is
 * refused.
 */
export async function openBackendDoor(backend: GatewayBackend, dataDir: string): Promise<BackendDoor> {
  const { port, serve, close } = await openServer(0, '127.0.0.1');
  const host = `127.0.0.1:${port}`;
  serve((request, response) => {
    const { origin, 'sec-fetch-site': fromPage } = request.headers;
    const asked = request.headersDistinct.host ?? [];
    if (asked.length !== 1 || asked[0] !== host || origin !== undefined || fromPage !== undefined) {
      return answerApiError(response, 400);
    }
    if (!isApiPath(request.url?.split('?')[0] ?? '')) return answerApiError(response, 404);
    forwardToBackend(backend, request, response, { maxBodyBytes: MAX_BODY_BYTES }).catch((error: unknown) => {
      console.error('backend door:', error instanceof Error ? error.message : error);
      response.destroy();
    });
  });
  const url = `http://${host}`;
  const file = path.join(dataDir, BACKEND_URL_FILE);
  await writeFile(file, url);
  return {
    url,
    close: async () => {
      await rm(file, { force: true });
      await close();
    },
  };
}
