import { PRELOAD_SCRIPT } from '@corvane/tools/gateway/inline-scripts';
import { expect, test, vi } from 'vitest';

interface Loaded {
  search?: string;
  /** The first script is there before these lines run. */
  isThere?: boolean;
  /** The browser preloads modules. */
  isKnown?: boolean;
  /** Mbit/s, if the browser tells it. */
  downlink?: number;
}

const settle = () => new Promise((done) => setTimeout(done));

/** Runs the script in a page with links for all addresses and for a tab. */
async function load({ search = '', isThere = false, isKnown = true, downlink }: Loaded) {
  const appended: string[] = [];
  const first = {
    href: '/host.js',
    onload: () => {},
    onerror: () => {},
    relList: { supports: () => isKnown },
  };
  const download = vi.fn();
  const window = { 'host:download-faces': download };
  const templates = ['', 'tab=sales', 'tab=customers'].map((asked) => ({
    dataset: { search: asked },
    content: `links for "${asked}"`,
  }));
  const page = {
    document: {
      querySelector: () => first,
      querySelectorAll: () => templates,
      head: { append: (links: string) => appended.push(links) },
    },
    setTimeout: (resolve: () => void) => {
      giveUp = resolve;
    },
    performance: { getEntriesByName: () => (isThere ? [{}] : []) },
    location: { search },
    navigator: downlink === undefined ? {} : { connection: { downlink } },
    window,
  };
  let giveUp = () => {};
  new Function(...Object.keys(page), PRELOAD_SCRIPT)(...Object.values(page));
  window['host:download-faces']();
  await settle();
  return { appended, download, first, giveUp };
}

test('what the page needs besides, and the fonts, are fetched once the first script is there', async () => {
  const { appended, download, first } = await load({});
  expect([appended, download.mock.calls]).toEqual([[], []]);
  first.onload();
  await settle();
  expect(appended).toEqual(['links for ""']);
  expect(download).toHaveBeenCalledOnce();
});

test('on a slow line they wait as well', async () => {
  expect((await load({ downlink: 1.6 })).appended).toEqual([]);
});

test('a first script that fails holds up nothing', async () => {
  const { appended, download, first } = await load({});
  first.onerror();
  await settle();
  expect([appended.length, download.mock.calls.length]).toEqual([1, 1]);
});

test('a first script of which nothing is told holds up nothing for long', async () => {
  const { appended, download, giveUp } = await load({});
  giveUp();
  await settle();
  expect([appended.length, download.mock.calls.length]).toEqual([1, 1]);
});

test.each([{ isThere: true }, { isKnown: false }, { downlink: 10 }])(
  'nothing waits for a script of which no more is told, nor on a fast line: %j',
  async (how) => {
    const { appended, download } = await load(how);
    expect([appended.length, download.mock.calls.length]).toEqual([1, 1]);
  },
);

test.each([
  ['?tab=sales', ['links for ""', 'links for "tab=sales"']],
  ['?range=all&tab=customers', ['links for ""', 'links for "tab=customers"']],
  ['?tab=salesmen', ['links for ""']],
])('the address %s decides whose code is fetched', async (search, links) => {
  expect((await load({ search, isThere: true })).appended).toEqual(links);
});
