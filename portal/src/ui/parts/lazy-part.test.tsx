// @vitest-environment happy-dom
import type { ComponentType, ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { type Mounted, mount, press } from '../../testing/mount.tsx';
import { LazyPart, PartBoundary } from './lazy-part.tsx';

const loaded = <Props extends object>(part: (props: Props) => ReactNode) => ({ default: part });
/** Lets React's scheduler and the promises go on, but no timer. */
const turn = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
const failed = (retry: () => void) => (
  <button type="button" onClick={retry}>
    Try again
  </button>
);

test('shows the placeholder, then the part with its props', async () => {
  const mounted = await mount(
    <LazyPart
      load={async () => loaded(({ name }: { name: string }) => <p>Hello, {name}</p>)}
      props={{ name: 'Dana' }}
      pending={<p>Loading</p>}
      failed={failed}
    />,
  );
  await vi.waitFor(() => expect(mounted.container.textContent).toBe('Hello, Dana'));
  await mounted.unmount();
});

test('a part that could not be loaded says so, is reported, and is loaded again on a retry', async () => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => {});
  const error = new TypeError('Failed to fetch dynamically imported module');
  const load = vi.fn(async () => loaded(() => <p>The part</p>));
  load.mockRejectedValueOnce(error);
  const mounted = await mount(<LazyPart load={load} props={{}} pending={<p>Loading</p>} failed={failed} />);
  await vi.waitFor(() => expect(mounted.container.textContent).toBe('Try again'));
  expect(reported.mock.calls.flat()).toContain(error);
  await press(mounted.container, 'Try again');
  await vi.waitFor(() => expect(mounted.container.textContent).toBe('The part'));
  expect(load).toHaveBeenCalledTimes(2);
  await mounted.unmount();
});

/** Regression: in Safari, Operations stopped at a component that was undefined. */
test('a part whose file has not run yet is shown as soon as it has', async () => {
  const load = vi.fn(async () => loaded(() => <p>The part</p>));
  load.mockResolvedValueOnce({} as never).mockResolvedValueOnce({} as never);
  const mounted = await mount(<LazyPart load={load} props={{}} pending={<p>Loading</p>} failed={failed} />);
  expect(mounted.container.textContent).toBe('Loading');
  await vi.waitFor(() => expect(mounted.container.textContent).toBe('The part'));
  expect(load).toHaveBeenCalledTimes(3);
});

/** Regression: a tab that threw said that its rows could not be loaded. */
test('an error of the part itself is contained by what it is within, not taken for missing code', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const load = async () =>
    loaded(() => {
      throw new TypeError('x is undefined');
    });
  const Within = ({ children }: { children: ReactNode }) => (
    <PartBoundary fallback={() => <p>It stopped</p>}>{children}</PartBoundary>
  );
  const mounted = await mount(
    <LazyPart load={load} props={{}} pending={<p>Loading</p>} within={Within} failed={failed} />,
  );
  expect(mounted.container.textContent).toBe('It stopped');
});

/** Regression: Safari ended the import when a link was pressed, and the page said that the part had failed. */
test('a part whose import ended because the page was about to be left is asked for again', async () => {
  const load = vi.fn(async () => loaded(() => <p>The part</p>));
  load.mockImplementationOnce(async () => {
    window.dispatchEvent(new Event('beforeunload'));
    throw new TypeError('Importing a module script failed.');
  });
  const mounted = await mount(<LazyPart load={load} props={{}} pending={<p>Loading</p>} failed={failed} />);
  await vi.waitFor(() => expect(mounted.container.textContent).toBe('The part'));
  expect(load).toHaveBeenCalledTimes(2);
});

test('a part whose place is gone is no longer asked for', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const load = vi.fn(async () => ({}) as never);
  const mounted = await mount(<LazyPart load={load} props={{}} pending={<p>Loading</p>} failed={failed} />);
  await mounted.unmount();
  const before = load.mock.calls.length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(load).toHaveBeenCalledTimes(before);
});

test('a part whose code comes after its place is gone does nothing', async () => {
  let arrive = (_part: { default: ComponentType<object> }) => {};
  const load = () =>
    new Promise<{ default: ComponentType<object> }>((resolve) => {
      arrive = resolve;
    });
  const mounted: Mounted = await mount(
    <LazyPart load={load} props={{}} pending={<p>Loading</p>} failed={failed} />,
  );
  await mounted.unmount();
  arrive(loaded(() => <p>The part</p>));
  await turn();
  expect(mounted.container.textContent).toBe('');
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Regression: Operations showed its first rows 570 ms after everything for them was there. */
test('parts within parts wait for their code alone, not for each other', async () => {
  // `act` would let time pass.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const container = document.createElement('div');
  const root = createRoot(container);
  const loadInner = async () => loaded(() => <p>The rows</p>);
  const loadOuter = async () =>
    loaded(() => <LazyPart load={loadInner} props={{}} pending={<p>Loading rows</p>} failed={failed} />);
  root.render(<LazyPart load={loadOuter} props={{}} pending={<p>Loading</p>} failed={failed} />);
  for (let turns = 0; turns < 1_000 && container.textContent !== 'The rows'; turns += 1) await turn();
  expect(container.textContent).toBe('The rows');
  root.unmount();
});
