import type { IncomingMessage } from 'node:http';

/** What a refused body may still send. */
const MOST_DRAINED_BYTES = 4 * 1024 * 1024;
const LONGEST_DRAIN_MS = 1_000;

/**
 * Reads the rest of a body away, for a short while, as nginx does. A client that writes to a closed connection would
 * lose the answer.
 */
export function drain(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let leftBytes = MOST_DRAINED_BYTES;
    const stop = () => {
      clearTimeout(timer);
      request.off('data', count).pause();
      resolve();
    };
    const count = (chunk: Buffer) => {
      leftBytes -= chunk.length;
      if (leftBytes < 0) stop();
    };
    const timer = setTimeout(stop, LONGEST_DRAIN_MS);
    request.on('data', count).once('end', stop).once('close', stop).resume();
  });
}
