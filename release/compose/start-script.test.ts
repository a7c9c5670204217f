import { START_SCRIPT } from '@corvane/tools/gateway/inline-scripts';
import { expect, test, vi } from 'vitest';

const HERE = 'ours';

interface Field {
  name: string;
  value: string;
  checked?: boolean;
}

interface Loaded {
  /** How the browser came to load the page. */
  type: string;
  /** What the site answers when it is asked for the live composition. */
  answer?(): Promise<unknown>;
  fields?: Field[];
  history?: { state: object | null };
  readyState?: string;
  /** The token of the link that opened the page. */
  linkToken?: string;
  /** The path of a preview. */
  basename?: string;
}

/** Runs the script in a page of the composition `HERE`. */
function load({
  type,
  answer = live(HERE),
  fields = [],
  history = { state: null },
  readyState,
  linkToken,
  basename = '',
}: Loaded) {
  const target = new EventTarget();
  const send = (type: string, event: object = {}) =>
    target.dispatchEvent(Object.defineProperties(new Event(type), Object.getOwnPropertyDescriptors(event)));
  const reload = vi.fn();
  const append = vi.fn();
  const location = { href: 'https://corvane.example/comparison?plan=pro', reload };
  const template = { content: { childElementCount: 1 } };
  const config = { textContent: JSON.stringify({ basename, registry: { compositionId: HERE } }) };
  const fetch = vi.fn(async (_url: string) => ({ json: answer }));
  const page = {
    document: {
      readyState,
      hidden: false,
      head: { append },
      getElementById: (id: string) => (id === 'page-scripts' ? template : config),
      querySelectorAll: () => fields,
      addEventListener: (name: string, listener: () => unknown) => documentListeners.push([name, listener]),
    },
    window: linkToken === undefined ? {} : { 'host:link-token': linkToken },
    history: Object.assign(history, {
      replaceState: (state: object, _: string, address: URL | string = location.href) => {
        Object.assign(history, { state });
        location.href = String(address);
      },
    }),
    performance: { getEntriesByType: () => [{ type }] },
    location,
    fetch,
    addEventListener: target.addEventListener.bind(target),
    requestAnimationFrame: () => {},
  };
  const documentListeners: [string, () => unknown][] = [];
  new Function(...Object.keys(page), START_SCRIPT)(...Object.values(page));
  const settle = () => new Promise((done) => setTimeout(done));
  return {
    reload,
    asked: () => fetch.mock.calls.map(([url]) => url),
    location,
    append,
    parsed: () => {
      for (const [name, listener] of documentListeners) if (name === 'DOMContentLoaded') listener();
    },
    touch: () => send('pointerdown', { target: { closest: () => null } }),
    fail: (target: object = { type: 'module' }) => {
      send('error', { target });
      return settle();
    },
    goOnline: () => {
      send('online');
      return settle();
    },
  };
}

const live = (compositionId: string) => async () => ({ compositionId });
const offline = () => Promise.reject(new TypeError('offline'));

test('a page of an earlier release whose script is gone is loaded again, but only once', async () => {
  const restored = load({ type: 'back_forward', answer: live('newer') });
  await restored.fail();
  expect(restored.reload).toHaveBeenCalledOnce();
  const again = load({ type: 'reload', answer: live('newer') });
  await again.fail();
  expect(again.reload).not.toHaveBeenCalled();
});

test('a live page whose script is blocked is not loaded again', async () => {
  const page = load({ type: 'navigate', answer: live(HERE) });
  await page.fail();
  expect(page.reload).not.toHaveBeenCalled();
});

test('an image that did not arrive does not matter', async () => {
  const page = load({ type: 'navigate', answer: live('newer') });
  await page.fail({ type: undefined });
  expect(page.reload).not.toHaveBeenCalled();
});

test.each([
  { what: 'the site', basename: '', url: '/release.json' },
  { what: 'a preview', basename: '/_preview/a-token_1', url: '/_preview/a-token_1/release.json' },
])(
  'a page of $what whose script is gone asks which composition of $what is live',
  async ({ basename, url }) => {
    const page = load({ type: 'navigate', basename });
    await page.fail();
    expect(page.asked()).toEqual([url]);
  },
);

test('a page that was offline is loaded again when the site answers', async () => {
  const answer = vi.fn<() => Promise<unknown>>(offline);
  const page = load({ type: 'reload', answer });
  await page.fail();
  await page.goOnline();
  expect(page.reload).not.toHaveBeenCalled();
  answer.mockImplementation(live(HERE));
  await page.goOnline();
  expect(page.reload).toHaveBeenCalledOnce();
});

test('what was typed is in the page that is loaded again, and only once', async () => {
  const history = { state: { idx: 3 } };
  const typed = [
    { name: 'name', value: 'Ada' },
    { name: 'consent', value: 'on', checked: true },
  ];
  const page = load({ type: 'navigate', answer: live('newer'), fields: typed, history });
  await page.fail();
  expect(page.reload).toHaveBeenCalledOnce();

  const empty = (): Field[] => [
    { name: 'consent', value: 'on', checked: false },
    { name: 'company', value: '' },
    { name: 'name', value: '' },
  ];
  const fields = empty();
  load({ type: 'reload', fields, history }).parsed();
  expect(fields).toMatchObject([{ checked: true }, { value: '' }, { value: 'Ada' }]);
  expect(history.state).toEqual({ idx: 3 });

  const later = empty();
  load({ type: 'reload', fields: later, history }).parsed();
  expect(later).toEqual(empty());
});

test("a customer's link that no script could use yet is in the address that is loaded again", async () => {
  const opened = load({ type: 'navigate', answer: live('newer'), linkToken: 'a-token_1' });
  await opened.fail();
  expect(opened.location.href).toBe('https://corvane.example/comparison?plan=pro&access=a-token_1');
  const without = load({ type: 'navigate', answer: live('newer') });
  await without.fail();
  expect(without.location.href).toBe('https://corvane.example/comparison?plan=pro');
});

/** Regression: React hydrated half a page when a visitor touched it while its HTML was still arriving. */
test('a touch before the HTML has arrived starts no script, and one after that does', () => {
  const early = load({ type: 'navigate', readyState: 'loading' });
  early.touch();
  expect(early.append).not.toHaveBeenCalled();
  const late = load({ type: 'navigate', readyState: 'interactive' });
  late.touch();
  expect(late.append).toHaveBeenCalledOnce();
});
