import { afterAll, vi } from 'vitest';

/** Test files share a process. What a file replaces, it gives back at its end. */
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
