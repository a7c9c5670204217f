/**
 * The last resort of a process that serves: logs a rejection that nobody handled, and goes on, where Node would end
 * the process.
 *
 * That is sound for rejections. They come from a promise that some code forgot, so one piece of work has failed;
 * nothing was interrupted half-way, and the gateway keeps no state between requests that it could have left wrong.
 * The data is in another process. It is not sound for an exception thrown outside any promise: that may leave
 * whatever was running in any state, so such an exception still ends the process.
 */
export function outliveRejections(): void {
  process.on('unhandledRejection', (reason: unknown) => {
    console.error('unhandled rejection:', reason instanceof Error ? reason.stack : reason);
  });
}
