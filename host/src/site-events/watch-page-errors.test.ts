import {
  type PageErrorEvent,
  siteEventsRequestSchema,
  MAX_COMPONENTS as TAKEN_COMPONENTS,
  MAX_PAGE_ERRORS as TAKEN_ERRORS,
  MAX_FRAMES as TAKEN_FRAMES,
} from '@corvane/shared/contracts/backend/site-events';
import { beforeEach, expect, test, vi } from 'vitest';
import { createErrorTeller, MAX_COMPONENTS, MAX_FRAMES, MAX_PAGE_ERRORS } from './error-teller.ts';
import { watchPageErrors } from './watch-page-errors.ts';

const report = vi.fn<(event: PageErrorEvent) => void>();
let target: Window;

const PORTAL = 'https://www.corvane.example/remotes/portal/p1';
const HOST = 'https://www.corvane.example/assets/host/h1';

/** An error as an engine makes it, thrown at a line of a portal script. */
function thrown(message: string, line = 1, file = `${PORTAL}/page.js`): TypeError {
  const error = new TypeError(message);
  error.stack = `TypeError: ${message}\n    at Sales (${file}:${line}:20)\n    at click (${HOST}/index.js:1:2)`;
  return error;
}

/** What was told, once the code that tells has come. */
async function told(): Promise<PageErrorEvent[]> {
  await import('./error-teller.ts');
  await new Promise((resolve) => setTimeout(resolve));
  return report.mock.calls.map(([event]) => event);
}
const throwInScript = (error: unknown) => target.dispatchEvent(Object.assign(new Event('error'), { error }));
const rejectPromise = (reason: unknown) =>
  target.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));

beforeEach(() => {
  report.mockReset();
  target = new EventTarget() as unknown as Window;
});

test('an error of an event handler and a rejected promise are told with application, version and stack', async () => {
  watchPageErrors(report, { target });
  throwInScript(thrown('x is undefined'));
  rejectPromise(thrown('y is undefined', 2));
  const common = {
    kind: 'page-error',
    application: 'portal',
    version: 'p1',
    name: 'TypeError',
    components: [],
  };
  expect(await told()).toEqual([
    { ...common, thrownIn: 'script', stack: ['portal/p1/page.js:1:20', 'host/h1/index.js:1:2'] },
    { ...common, thrownIn: 'promise', stack: ['portal/p1/page.js:2:20', 'host/h1/index.js:1:2'] },
  ]);
});

test("an error inside React is told as its component's", async () => {
  const tell = watchPageErrors(report, { target });
  const error = thrown('Minified React error #418', 1, `${HOST}/index.js`);
  tell('hydration', error, `\n    at Prices (${PORTAL}/page.js:1:300)\n    at Shell (${HOST}/index.js:1:9)`);
  throwInScript(error);
  expect(await told()).toMatchObject([
    {
      application: 'portal',
      version: 'p1',
      thrownIn: 'hydration',
      components: ['portal/p1/page.js:1:300', 'host/h1/index.js:1:9'],
    },
  ]);
});

test("nothing of the message is told, because it may quote the visitor's text", async () => {
  watchPageErrors(report, { target });
  const script = `<script>alert(1)</script> ada@example.org /remotes/x/y/z.js:1:1`;
  throwInScript(thrown(script));
  rejectPromise(Object.assign(thrown(script, 2), { name: script }));
  expect(await told()).toHaveLength(2);
  expect(JSON.stringify(await told())).not.toMatch(/script>|ada@|z\.js/);
  expect((await told()).map(({ name }) => name)).toEqual(['TypeError', 'Error']);
});

test('a thousand errors of one page become a few reports, and one that repeats becomes one', async () => {
  watchPageErrors(report, { target });
  for (let i = 0; i < 500; i++) throwInScript(thrown('again'));
  expect(await told()).toHaveLength(1);
  for (let i = 0; i < 500; i++) throwInScript(thrown(`<script>${i}</script>`, i + 2));
  expect(await told()).toHaveLength(MAX_PAGE_ERRORS);
});

test.each([
  ['of a browser extension', thrown('x', 1, 'chrome-extension://abc/content.js'), 1],
  ['that is no error', 'a text', 0],
  ['of another origin, of which a browser says nothing', null, 0],
])('an error %s is nothing that the page could tell more of', async (_, error, events) => {
  watchPageErrors(report, { target });
  throwInScript(error);
  // The extension called the host's handler, so only that frame is ours.
  expect(await told()).toHaveLength(events);
  expect(JSON.stringify(await told())).not.toContain('extension');
});

test('the contract takes all that one page tells', async () => {
  expect([MAX_PAGE_ERRORS, MAX_FRAMES, MAX_COMPONENTS]).toEqual([
    TAKEN_ERRORS,
    TAKEN_FRAMES,
    TAKEN_COMPONENTS,
  ]);
  const tell = watchPageErrors(report, { target });
  for (let i = 0; i < 10; i++) {
    const error = new RangeError('deep');
    error.stack = `    at f (${PORTAL}/page.js:${i + 1}:1)\n`.repeat(50);
    tell('render', error, error.stack);
  }
  const batch = { compositionId: 'c0ffee', versions: { host: 'h1' }, path: '/', events: await told() };
  expect(siteEventsRequestSchema.parse(batch)).toEqual(batch);
});

test('code that could not be fetched is asked for again by the next error', async () => {
  const load = vi.fn(async () => createErrorTeller).mockRejectedValueOnce(new TypeError('offline'));
  watchPageErrors(report, { target, load });
  throwInScript(thrown('first'));
  expect(await told()).toEqual([]);
  throwInScript(thrown('second', 2));
  expect(await told()).toHaveLength(1);
});
