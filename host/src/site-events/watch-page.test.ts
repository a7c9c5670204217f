import {
  type PageErrorEvent,
  siteEventsRequestSchema,
  MAX_COMPONENTS as TAKEN_COMPONENTS,
  MAX_PAGE_ERRORS as TAKEN_ERRORS,
  MAX_FRAMES as TAKEN_FRAMES,
} from '@corvane/shared/contracts/backend/site-events';
import { beforeEach, expect, test, vi } from 'vitest';
import { createErrorTeller, MAX_COMPONENTS, MAX_FRAMES, MAX_PAGE_ERRORS } from './error-teller.ts';
import { watchPageErrors } from './watch-page.ts';

const report = vi.fn<(event: PageErrorEvent) => void>();
let target: Window;

const PORTAL = 'https://www.corvane.example/remotes/portal/p1';
const HOST = 'https://www.corvane.example/assets/host/h1';

/** An error in an engine's format, thrown at a line of a portal script. */
function thrown(message: string, line = 1, file = `${PORTAL}/page.js`): TypeError {
  const error = new TypeError(message);
  error.stack = `TypeError: ${message}\n    at Sales (${file}:${line}:20)\n    at click (${HOST}/index.js:1:2)`;
  return error;
}

/** What was reported, once the reporting code has loaded. */
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

test("an event handler's error and a rejected promise are reported with application, version and stack", async () => {
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

test("an error inside React is reported as its component's", async () => {
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

test("the message is not reported, because it may quote the visitor's text", async () => {
  watchPageErrors(report, { target });
  const script = `<script>alert(1)</script> ada@example.org /remotes/x/y/z.js:1:1`;
  throwInScript(thrown(script));
  rejectPromise(Object.assign(thrown(script, 2), { name: script }));
  expect(await told()).toHaveLength(2);
  expect(JSON.stringify(await told())).not.toMatch(/script>|ada@|z\.js/);
  expect((await told()).map(({ name }) => name)).toEqual(['TypeError', 'Error']);
});

test('a thousand errors of one page become a few reports, and a repeated one becomes one', async () => {
  watchPageErrors(report, { target });
  for (let i = 0; i < 500; i++) throwInScript(thrown('again'));
  expect(await told()).toHaveLength(1);
  for (let i = 0; i < 500; i++) throwInScript(thrown(`<script>${i}</script>`, i + 2));
  expect(await told()).toHaveLength(MAX_PAGE_ERRORS);
});

test.each([
  ['of a browser extension', thrown('x', 1, 'chrome-extension://abc/content.js'), 1],
  ['that is no error', 'a text', 0],
  ['of another origin, which the browser hides', null, 0],
])('an error %s reveals at most our own frame', async (_, error, events) => {
  watchPageErrors(report, { target });
  throwInScript(error);
  // The extension called the host's handler, so only that frame is ours.
  expect(await told()).toHaveLength(events);
  expect(JSON.stringify(await told())).not.toContain('extension');
});

test('the contract accepts everything that one page reports', async () => {
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

test('code that failed to load is requested again by the next error', async () => {
  const load = vi.fn(async () => createErrorTeller).mockRejectedValueOnce(new TypeError('offline'));
  watchPageErrors(report, { target, load });
  throwInScript(thrown('first'));
  expect(await told()).toEqual([]);
  throwInScript(thrown('second', 2));
  expect(await told()).toHaveLength(1);
});
