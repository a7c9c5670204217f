// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { preloadModule } from './preload-module.ts';

afterEach(() => vi.restoreAllMocks());

test('a module is preloaded unless the browser has loaded it', () => {
  const loaded = new URL('/remotes/loaded.js', location.href).href;
  vi.spyOn(performance, 'getEntriesByName').mockImplementation((name) =>
    name === loaded ? [{} as PerformanceEntry] : [],
  );
  preloadModule('/remotes/a.js');
  preloadModule('/remotes/loaded.js');
  const links = [...document.querySelectorAll('link[rel=modulepreload]')];
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/remotes/a.js']);
});
