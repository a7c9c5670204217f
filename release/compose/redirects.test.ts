import type { PageRedirect } from '@corvane/shared/contracts/remote/remote';
import { expect, test } from 'vitest';
import { redirectsOf } from './redirects.ts';
import type { SiteReleases } from './site-releases.ts';

/** The redirects of a site of marketing and portal. */
function redirects(
  declared: [from: string, to: string][],
  paths: string[],
  removedPages: PageRedirect[] = [],
) {
  const routesOf = (of: string[]) => of.map((path) => ({ path }));
  const remotes = {
    marketing: { routes: routesOf(paths), redirects: declared.map(([from, to]) => ({ from, to })) },
    portal: { routes: routesOf(['/p']) },
  } as unknown as SiteReleases['remotes'];
  return redirectsOf({ remotes, removedPages });
}

test.each<[string, [from: string, to: string][], string]>([
  ['to itself', [['/old', '/old']], 'from "/old" to "/old" leads to itself'],
  ['to another site', [['/old', 'https://evil.example/']], 'leads to another site'],
  ['to another site without its scheme', [['/old', '//evil.example']], 'leads to another site'],
  ['over a page that exists', [['/new', '/']], 'would hide a page that exists'],
  ["over another remote's page", [['/p', '/']], 'would hide a page that exists'],
  ['to no page', [['/old', '/nowhere']], 'leads to a path without a page'],
  [
    'in a loop',
    [
      ['/x', '/y'],
      ['/y', '/x'],
    ],
    'is part of a loop',
  ],
  [
    'in a chain',
    [
      ['/x', '/y'],
      ['/y', '/new'],
    ],
    'leads to another redirect. Let it lead to "/new" at once.',
  ],
  [
    'twice',
    [
      ['/x', '/new'],
      ['/x', '/'],
    ],
    'is declared by marketing too',
  ],
  ['over files of builds', [['/assets/x', '/']], 'has no path that a page could have'],
  ['over the health of the site', [['/healthz', '/']], 'has no path that a page could have'],
  ['with a slash at its end', [['/old/', '/']], 'has no path that a page could have'],
  ['with a line break', [['/old', '/new\r\nSet-Cookie: x']], 'leads to a path without a page'],
])('a redirect %s is refused', (_what, declared, message) => {
  const refused = () => redirects(declared, ['/', '/new', '/a/b']);
  expect(refused).toThrow('marketing: the redirect from "');
  expect(refused).toThrow(message);
});

test.each<[string, [from: string, to: string][], string[], string | undefined]>([
  ['lead where they did', [], ['/', '/new'], '/new'],
  ['follow a target that moved', [['/new', '/newest']], ['/', '/newest'], '/newest'],
  ['lead home once the target is gone', [], ['/'], '/'],
  ['end once there is such a page again', [], ['/', '/new', '/blog'], undefined],
  ['end once another page moves from there', [['/blog', '/p']], ['/', '/new'], '/p'],
])('the pages of a removed remote %s', (_what, declared, paths, to) => {
  const found = redirects(declared, paths, [{ from: '/blog', to: '/new' }]);
  expect(found.filter(({ from }) => from === '/blog')).toEqual(
    to === undefined ? [] : [{ from: '/blog', to }],
  );
});
