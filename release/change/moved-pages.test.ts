import { findRedirect } from '@corvane/tools/gateway/files/find-redirect';
import { beforeEach, describe, expect, test } from 'vitest';
import { fakeRemoteBuild } from '../build/fake-builds.ts';
import type { Destination } from '../store/destination.ts';
import { directoryDestination } from '../store/directory-destination.ts';
import { newSite, pageOf, release, releaseFirstSite } from './for-tests/fake-site.ts';
import { useBuckets } from './for-tests/use-buckets.ts';
import { restoreState } from './going-back/restore-state.ts';
import { mirrorSite } from './mirror/mirror-site.ts';
import { removeRemote } from './remove-remote.ts';

const { newBucket } = useBuckets();

let site: Destination;
beforeEach(async () => {
  site = await newSite();
});

const movedTo = (from: string) => findRedirect(site.store.laneDir(), from);
const marketing = (redirects: { from: string; to: string }[], paths = ['/', '/new', '/a/b']) =>
  fakeRemoteBuild({ paths, redirects });
const blog = (text = 'blog') =>
  fakeRemoteBuild({
    name: 'blog',
    text,
    paths: ['/blog', '/blog/one'],
    redirects: [{ from: '/news', to: '/blog' }],
  });

test('a remote declares where its renamed pages are', async () => {
  await release(site, [
    await marketing([
      { from: '/old', to: '/new' },
      { from: '/x/y', to: '/a/b' },
      { from: '/home', to: '/' },
    ]),
  ]);
  expect([await movedTo('/old'), await movedTo('/x/y'), await movedTo('/home')]).toEqual([
    '/new',
    '/a/b',
    '/',
  ]);
  expect([await movedTo('/new'), await movedTo('/x'), await movedTo('/nowhere')]).toEqual([null, null, null]);
  expect(JSON.parse(await pageOf(site, 'redirects.json'))).toHaveLength(3);
  expect(await pageOf(site, 'sitemap.xml')).not.toContain('/old<');
});

test('a refused redirect leaves the site as it was', async () => {
  const before = await site.pull();
  const refused = release(site, [await marketing([{ from: '/old', to: '/nowhere' }])]);
  await expect(refused).rejects.toThrow('from "/old" to "/nowhere" leads to a path without a page');
  expect(await site.pull()).toEqual(before);
});

test('a page can return under its old path only after the remote removes the redirect', async () => {
  await release(site, [await marketing([{ from: '/old', to: '/new' }])]);
  await expect(
    release(site, [await fakeRemoteBuild({ name: 'portal', paths: ['/p', '/old'] })]),
  ).rejects.toThrow('marketing: the redirect from "/old" to "/new" would hide a page that exists');
});

describe('a removed remote', () => {
  beforeEach(async () => {
    await release(site, [await marketing([])]);
    await release(site, [await blog()]);
  });

  test('is removed from the site, and its pages lead elsewhere', async () => {
    const state = await removeRemote(site, 'blog', { to: '/new', person: 'Ada' });
    expect(state).toMatchObject({ action: 'remove blog', person: 'Ada' });
    expect(Object.keys(state.versions).sort()).toEqual(['host', 'marketing', 'portal']);
    for (const path of ['/blog', '/blog/one', '/news']) expect(await movedTo(path)).toBe('/new');
    expect(await pageOf(site, 'sitemap.xml')).not.toContain('/blog');
    await expect(pageOf(site, 'blog.html')).rejects.toThrow('ENOENT');
  });

  test('by two people at once is removed once, and the other gets one line', async () => {
    const both = await Promise.allSettled([
      removeRemote(directoryDestination(site.store.root), 'blog', { to: '/', person: 'Ada' }),
      removeRemote(directoryDestination(site.store.root), 'blog', { to: '/new', person: 'Bob' }),
    ]);
    const failed = both.filter((one) => one.status === 'rejected');
    expect(failed).toHaveLength(1);
    expect(String(failed[0]?.reason)).toMatch(
      /^UserError: blog is not on the site: it was removed by (Ada|Bob) in state \d+$|^Error: blog is not on the site: it was removed by (Ada|Bob) in state \d+$/,
    );
  });

  test('comes back with its pages, by a release or by restoring', async () => {
    const { revision } = (await site.pull()) ?? { revision: 0 };
    await removeRemote(site, 'blog', { to: '/' });
    await release(site, [await blog()]);
    expect(await pageOf(site, 'blog.html')).toContain('/blog');
    expect([await movedTo('/blog'), await movedTo('/news')]).toEqual([null, '/blog']);
    await removeRemote(site, 'blog', { to: '/' });
    await restoreState(site, revision);
    expect(await pageOf(site, 'blog.html')).toContain('/blog');
  });

  test.each([
    ['nobody', '/', 'There is no remote nobody on the site'],
    ['blog', '/nowhere', 'The pages of blog cannot lead to /nowhere: no other remote has a page there'],
    ['blog', '/blog', 'The pages of blog cannot lead to /blog'],
    ['marketing', '/', 'The pages of marketing cannot lead to /'],
  ])('%s to %s is refused in one line', async (remote, to, message) => {
    await expect(removeRemote(site, remote, { to })).rejects.toThrow(message);
  });

  test('whose canary runs is refused', async () => {
    await release(site, [await blog('next')], { canaryPercent: 10 });
    await expect(removeRemote(site, 'blog', { to: '/' })).rejects.toThrow('A canary of blog is running');
  });
});

test('a bucket brings redirects to the web servers that follow it', async () => {
  const open = await newBucket();
  const first = open();
  await releaseFirstSite(first);
  await release(first, [await marketing([{ from: '/x/y', to: '/new' }])]);
  site = open();
  await mirrorSite(site);
  expect(await movedTo('/x/y')).toBe('/new');
});
