import type { Registry } from '@corvane/shared/contracts/remote/registry';

/** The file of a page below its composition. @example pageFileOf('/services') // 'services.html' */
export function pageFileOf(routePath: string): string {
  return routePath === '/' ? 'index.html' : `${routePath.slice(1)}.html`;
}

/** Files without which a composition cannot be shown: its pages, and entry and styles of its applications. */
export function neededFiles(compositionId: string, { host, remotes }: Registry): string[] {
  const routes = Object.values(remotes).flatMap((remote) => remote.routes);
  const pages = ['registry.json', '404.html', ...routes.map(({ path }) => pageFileOf(path))];
  const builds = [host, ...Object.values(remotes)].flatMap(({ base, entry, css }) =>
    [entry, ...css].map((file) => base.slice(1) + file),
  );
  return [...new Set([...pages.map((file) => `pages/${compositionId}/${file}`), ...builds])];
}
