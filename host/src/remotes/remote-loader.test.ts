import type { Registry, Release } from '@corvane/shared/contracts/remote/registry';
import type { PrefetchServices, RemoteModule } from '@corvane/shared/contracts/remote/remote';
import { beforeEach, expect, test, vi } from 'vitest';
import { createRemoteLoader, type RemoteFailure } from './remote-loader.ts';

const Page = () => null;
const PreviousPage = () => null;

function release(version: string): Release {
  return {
    version,
    contractVersion: 1,
    base: `/remotes/marketing/${version}/`,
    entry: 'remoteEntry.js',
    css: ['style.css'],
    preload: [],
    integrity: {},
  };
}

function remoteWith(page: () => null): RemoteModule {
  return {
    contractVersion: 1,
    routes: [
      {
        path: '/',
        access: 'public',
        meta: { title: 'Home', description: '' },
        load: async () => ({ default: page }),
      },
    ],
  };
}

function registryWith(previous: Release | null): Registry {
  return {
    schemaVersion: 1,
    compositionId: 'c',
    host: release('h1'),
    remotes: { marketing: { ...release('v2'), previous, routes: [] } },
  };
}

const loadStylesheet = vi.fn<(href: string) => Promise<void>>();
const importRemote = vi.fn<(name: string, release: Release, attempt: number) => Promise<RemoteModule>>();

const onFailure = vi.fn<(failure: RemoteFailure) => void>();

beforeEach(() => {
  onFailure.mockReset();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  loadStylesheet.mockReset().mockResolvedValue();
  importRemote.mockReset().mockResolvedValue(remoteWith(Page));
});

test('a page loads with its stylesheet, from the live version', async () => {
  const loader = createRemoteLoader(registryWith(null), { importRemote, loadStylesheet });
  expect(await loader.page('marketing', '/')).toBe(Page);
  expect(loadStylesheet).toHaveBeenCalledWith('/remotes/marketing/v2/style.css');
});

test('the same page is the same promise until it is forgotten', () => {
  const loader = createRemoteLoader(registryWith(null), { importRemote, loadStylesheet });
  const first = loader.page('marketing', '/');
  expect(loader.page('marketing', '/')).toBe(first);
  loader.forget('marketing', '/');
  expect(loader.page('marketing', '/')).not.toBe(first);
});

test('when the live version fails, the last good one is shown', async () => {
  importRemote.mockImplementation(async (_name, { version }) => {
    if (version === 'v2') throw new Error('missing');
    return remoteWith(PreviousPage);
  });
  const loader = createRemoteLoader(registryWith(release('v1')), { importRemote, loadStylesheet });
  expect(await loader.page('marketing', '/')).toBe(PreviousPage);
});

test('a retry makes another attempt, and can succeed', async () => {
  importRemote.mockRejectedValueOnce(new Error('missing'));
  const loader = createRemoteLoader(registryWith(null), { importRemote, loadStylesheet });
  await expect(loader.page('marketing', '/')).rejects.toThrow('missing');
  loader.forget('marketing', '/');
  expect(await loader.page('marketing', '/')).toBe(Page);
  expect(importRemote.mock.calls.map(([, , attempt]) => attempt)).toEqual([0, 1]);
});

test('opening a page that was fetched ahead fetches nothing again', async () => {
  const loader = createRemoteLoader(registryWith(null), { importRemote, loadStylesheet });
  loader.prepare('marketing', '/');
  loader.prepare('marketing', '/');
  expect(await loader.page('marketing', '/')).toBe(Page);
  loader.prepare('marketing', '/');
  expect(importRemote).toHaveBeenCalledTimes(1);
});

test('a failure to fetch ahead is silent, and opening the page fetches again', async () => {
  importRemote.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const loader = createRemoteLoader(registryWith(null), { importRemote, loadStylesheet, onFailure });
  loader.prepare('marketing', '/');
  loader.prepare('portal', '/');
  await new Promise((resolve) => setTimeout(resolve));
  expect(await loader.page('marketing', '/')).toBe(Page);
  expect(onFailure).not.toHaveBeenCalled();
});

/** Regression: after a hover whose page did not arrive, the press fetched the remote's entry a second time. */
test('a page that could not be fetched ahead is asked for again without its entry', async () => {
  const [live] = remoteWith(Page).routes;
  if (live === undefined) throw new Error('The remote has no page');
  const load = vi.fn(live.load).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  importRemote.mockResolvedValue({ contractVersion: 1, routes: [{ ...live, load }] });
  const loader = createRemoteLoader(registryWith(null), { importRemote, loadStylesheet, onFailure });
  loader.prepare('marketing', '/');
  await new Promise((resolve) => setTimeout(resolve));
  expect(await loader.page('marketing', '/')).toBe(Page);
  expect(load).toHaveBeenCalledTimes(2);
  expect(importRemote).toHaveBeenCalledOnce();
});

/** Regression: the time-out of a press forgot the entry that another page had asked for since. */
test('an entry that arrived after another had failed is not fetched again', async () => {
  vi.useFakeTimers();
  importRemote.mockReturnValueOnce(new Promise(() => {}));
  const transport = { importRemote, loadStylesheet, onFailure, timeoutMs: 10 };
  const loader = createRemoteLoader(registryWith(null), transport);
  loader.prepare('marketing', '/');
  await vi.advanceTimersByTimeAsync(5);
  const failed = expect(loader.page('marketing', '/')).rejects.toThrow('No answer');
  await vi.advanceTimersByTimeAsync(5);
  loader.begin('marketing', '/', HOST);
  await vi.advanceTimersByTimeAsync(5);
  await failed;
  vi.useRealTimers();
  loader.forget('marketing', '/');
  expect(await loader.page('marketing', '/')).toBe(Page);
  expect(importRemote).toHaveBeenCalledTimes(2);
});

test('a page without its stylesheet is a failure, not an unstyled page', async () => {
  loadStylesheet.mockRejectedValue(new Error('no style'));
  const loader = createRemoteLoader(registryWith(null), { importRemote, loadStylesheet });
  await expect(loader.page('marketing', '/')).rejects.toThrow('no style');
});

test('loading a version that never answers fails after the time-out', async () => {
  importRemote.mockReturnValue(new Promise(() => {}));
  const loader = createRemoteLoader(registryWith(null), { importRemote, loadStylesheet, timeoutMs: 5 });
  await expect(loader.page('marketing', '/')).rejects.toThrow('No answer within 5 ms');
});

test('a missing remote or page throws an error that names it', async () => {
  const loader = createRemoteLoader(registryWith(null), { importRemote, loadStylesheet });
  await expect(loader.page('portal', '/')).rejects.toThrow('No live release of portal');
  await expect(loader.page('marketing', '/gone')).rejects.toThrow('no page /gone');
});

test("a remote with a contract too far from the host's is not shown; the previous version is", async () => {
  importRemote.mockImplementation(async (_name, { version }) =>
    version === 'v2' ? { ...remoteWith(Page), contractVersion: 99 } : remoteWith(PreviousPage),
  );
  const loader = createRemoteLoader(registryWith(release('v1')), { importRemote, loadStylesheet, onFailure });
  expect(await loader.page('marketing', '/')).toBe(PreviousPage);
  expect(onFailure).toHaveBeenCalledExactlyOnceWith({
    remote: 'marketing',
    version: 'v2',
    reason: 'wrong-contract',
    recovered: true,
  });
});

test.each<[string, RemoteFailure['reason'], () => Promise<RemoteModule>]>([
  ['does not arrive', 'not-answered', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['is corrupt', 'failed', () => Promise.reject(new SyntaxError('Unexpected token'))],
  ['throws when it starts', 'failed', () => Promise.reject(new TypeError('x is not a function'))],
  ['never answers', 'timed-out', () => new Promise(() => {})],
])('a failure is reported with its reason: a remote that %s', async (_case, reason, load) => {
  importRemote.mockImplementation(load);
  const transport = { importRemote, loadStylesheet, onFailure, timeoutMs: 5 };
  const loader = createRemoteLoader(registryWith(null), transport);
  await expect(loader.page('marketing', '/')).rejects.toMatchObject({
    name: 'RemoteUnavailableError',
    reason,
  });
  expect(onFailure).toHaveBeenCalledExactlyOnceWith({
    remote: 'marketing',
    version: 'v2',
    reason,
    recovered: false,
  });
});

const HOST = { session: { status: 'anonymous' } } as PrefetchServices;
const hostOf = (sessionId: string) => ({ session: { status: 'rep', sessionId } }) as PrefetchServices;

/** The remote whose page calls the backend before its code arrives. */
function beginning(begin: () => void): RemoteModule {
  const { contractVersion, routes } = remoteWith(Page);
  return { contractVersion, routes: routes.map((route) => ({ ...route, begin })) };
}

test('a page calls the backend before its code arrives, and only once', async () => {
  const begin = vi.fn();
  importRemote.mockResolvedValue(beginning(begin));
  loadStylesheet.mockReturnValue(new Promise(() => {}));
  const loader = createRemoteLoader(registryWith(null), { importRemote, loadStylesheet });
  void loader.page('marketing', '/');
  loader.begin('marketing', '/', HOST);
  loader.begin('marketing', '/', HOST);
  await vi.waitFor(() => expect(begin).toHaveBeenCalledExactlyOnceWith(HOST));
  expect(importRemote).toHaveBeenCalledOnce();
});

/** Regression: after a second sign-in in one tab, the page's calls waited for its code. */
test('a page calls the backend early again in another session', async () => {
  const begin = vi.fn();
  importRemote.mockResolvedValue(beginning(begin));
  const loader = createRemoteLoader(registryWith(null), { importRemote, loadStylesheet });
  const [first, second] = [hostOf('s1'), hostOf('s2')];
  for (const host of [first, first, second, second]) loader.begin('marketing', '/', host);
  await vi.waitFor(() => expect(begin.mock.calls).toEqual([[first], [second]]));
});

test('a page that is asked for with the services begins its calls by itself, once', async () => {
  const begin = vi.fn();
  importRemote.mockResolvedValue(beginning(begin));
  const loader = createRemoteLoader(registryWith(null), { importRemote, loadStylesheet });
  expect(await loader.page('marketing', '/', HOST)).toBe(Page);
  void loader.page('marketing', '/', HOST);
  expect(begin).toHaveBeenCalledExactlyOnceWith(HOST);
});

test('a page whose early calls fail is still shown', async () => {
  importRemote.mockResolvedValue(
    beginning(() => {
      throw new Error('no');
    }),
  );
  const loader = createRemoteLoader(registryWith(null), { importRemote, loadStylesheet });
  loader.begin('marketing', '/', HOST);
  expect(await loader.page('marketing', '/')).toBe(Page);
});

test('all files of a page are asked for at once, its stylesheet first, before anything imports them', () => {
  const asked: string[] = [];
  const ask = (href: string) => void asked.push(href.replace('/remotes/marketing/v2/', ''));
  loadStylesheet.mockImplementation(async (href) => ask(href));
  const registry = registryWith(null);
  const route = { access: 'public', title: '', description: '', noIndex: false } as const;
  registry.remotes.marketing = {
    ...release('v2'),
    previous: null,
    preload: ['remoteEntry.js', 'core.js'],
    routes: [
      { ...route, path: '/', preload: ['home.js'] },
      { ...route, path: '/about', preload: ['about.js'], preloadWithoutHtml: ['timeline.js'] },
    ],
  };
  importRemote.mockReturnValue(new Promise(() => {}));
  const loader = createRemoteLoader(registry, { importRemote, loadStylesheet, preloadModule: ask });
  loader.prepare('marketing', '/');
  expect(asked.splice(0)).toEqual(['style.css', 'remoteEntry.js', 'core.js', 'home.js']);
  void loader.page('marketing', '/about');
  expect(asked).toEqual(['style.css', 'remoteEntry.js', 'core.js', 'about.js', 'timeline.js']);
});
