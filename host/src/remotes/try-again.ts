/** Longest wait for the site to say that it is there. */
const PATIENCE_MS = 5_000;

/**
 * Asks for everything anew. A browser remembers for as long as a page is open that a module did not arrive, so the
 * page is loaded again; but only when the site answers, since a browser's own error page would be a dead end. Else
 * what is on screen stays, and only the remote is asked for again.
 */
export async function tryAgain(retryHere: () => void): Promise<void> {
  const isThere = await fetch(location.href, {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).then(
    (response) => response.ok,
    () => false,
  );
  if (isThere) location.reload();
  else retryHere();
}
