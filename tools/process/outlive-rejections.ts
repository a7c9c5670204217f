/**
 * The last resort of a serving process: logs an unhandled rejection and keeps running, where Node would end the
 * process.
 *
 * That is safe for rejections. They come from a forgotten promise, so one piece of work has failed and nothing was
 * interrupted. The gateway keeps no state between requests that could be wrong, and the data is in another process.
 * It is not safe for an exception outside any promise. That may leave running code in any state, so it still ends
 * the process.
 */
export function outliveRejections(): void {
  process.on('unhandledRejection', (reason: unknown) => {
    console.error('unhandled rejection:', reason instanceof Error ? reason.stack : reason);
  });
}
