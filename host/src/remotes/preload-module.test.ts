// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { preloadModule } from './preload-module.ts';

afterEach(() => vi.restoreAllMocks());

test('a module is preloaded once, and not if the browser has loaded it', () => {
  const links = () =>
    [...document.querySelectorAll('link[rel=modulepreload]')].map((link) => link.getAttribute('href'));
  const at = (path: string) => new URL(path, location.href).href;
  vi.spyOn(performance, 'getEntriesByName').mockImplementation((name) =>
    name === at('/remotes/loaded.js') ? [{} as PerformanceEntry] : [],
  );
  preloadModule('/remotes/a.js');
  preloadModule('/remotes/loaded.js');
  preloadModule('/remotes/a.js');
  expect(links()).toEqual([at('/remotes/a.js')]);
});
