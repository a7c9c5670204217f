import { afterAll, vi } from 'vitest';
import { giveBackWindow } from './give-back.ts';

/** Test files share a process. What a file replaces, it gives back at its end. */
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  giveBackWindow();
});
