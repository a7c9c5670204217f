/** Longest wait for an answer from the site. */
const PATIENCE_MS = 5_000;

/**
 * Loads everything again. While a page is open, a browser remembers that a module did not arrive, so the page must be
 * reloaded. It reloads only if the site answers, because a browser's own error page offers no way back. Otherwise the
 * screen stays, and only the remote is requested again.
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
