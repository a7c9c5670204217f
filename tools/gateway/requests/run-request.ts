import type { ServerResponse } from 'node:http';
import { answerUnavailablePage } from './edge-errors.ts';

/**
 * The only place where the gateway runs a request. It catches every error of `work`. An unhandled rejection would end
 * the process.
 */
export function runRequest(response: ServerResponse, work: () => Promise<void>): void {
  // A broken socket is reported to both streams. Without a listener, Node would end the process.
  response.on('error', () => undefined);
  response.req.on('error', () => undefined);
  work()
    .catch(async (error: unknown) => {
      if (hasLeft(response)) return;
      console.error('gateway:', error instanceof Error ? error.message : error);
      if (response.headersSent) response.destroy();
      else await answerUnavailablePage(response, 500);
    })
    // The client left while the error page was sent.
    .catch(() => response.destroy());
}

/** Whether the client is gone. */
function hasLeft(response: ServerResponse): boolean {
  return response.destroyed || response.req.socket.destroyed;
}
