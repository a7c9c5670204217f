// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inputNamed, type Mounted, mount, type } from '../../testing/mount.tsx';
import { useDraftValue } from './use-draft-value.ts';

let mounted: Mounted;
const commit = vi.fn();

beforeEach(() => {
  commit.mockReset();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

function Field({ value }: { value: string }) {
  const { draft, setDraft } = useDraftValue(value, commit, { delayMs: 250, accepts: (text) => text !== '2' });
  return <input name="draft" value={draft} onChange={(event) => setDraft(event.target.value)} />;
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const shown = () => inputNamed(mounted.container, 'draft').value;

test('typed text is committed once, after a pause', async () => {
  mounted = await mount(<Field value="" />);
  await type(mounted.container, 'draft', 'a');
  await pass(200);
  await type(mounted.container, 'draft', 'ac');
  await pass(200);
  expect(commit).not.toHaveBeenCalled();
  await pass(100);
  expect(commit.mock.calls).toEqual([['ac']]);
});

test('the echo of a commit keeps newer typed text', async () => {
  mounted = await mount(<Field value="" />);
  await type(mounted.container, 'draft', 'ac');
  await pass(300);
  await type(mounted.container, 'draft', 'acme');
  await mounted.render(<Field value="ac" />);
  expect(shown()).toBe('acme');
});

/** Regression: the search for 'john smith' became 'johnsmith' after a pause at the space. */
test('the echo of a trimmed commit keeps the space, and what was typed after it', async () => {
  function Search({ value }: { value: string }) {
    const toValue = (text: string) => text.trim();
    const { draft, setDraft } = useDraftValue(value, commit, { delayMs: 250, toValue });
    return <input name="draft" value={draft} onChange={(event) => setDraft(event.target.value)} />;
  }
  mounted = await mount(<Search value="" />);
  await type(mounted.container, 'draft', 'john ');
  await pass(300);
  expect(commit.mock.calls).toEqual([['john']]);
  await mounted.render(<Search value="john" />);
  expect(shown()).toBe('john ');
  await type(mounted.container, 'draft', 'john s');
  await mounted.render(<Search value="john" />);
  expect(shown()).toBe('john s');
  await pass(300);
  expect(commit.mock.lastCall).toEqual(['john s']);
});

test('a change from elsewhere replaces the draft', async () => {
  mounted = await mount(<Field value="ac" />);
  await type(mounted.container, 'draft', 'acme');
  await mounted.render(<Field value="" />);
  expect(shown()).toBe('');
  await pass(1_000);
  expect(commit).not.toHaveBeenCalled();
});

test('successive changes from elsewhere leave nothing to commit', async () => {
  mounted = await mount(<Field value="" />);
  await mounted.render(<Field value="2026-10-31" />);
  await mounted.render(<Field value="" />);
  expect(shown()).toBe('');
  await pass(1_000);
  expect(commit).not.toHaveBeenCalled();
});

test('two commits that return one after the other are both echoes', async () => {
  mounted = await mount(<Field value="" />);
  await type(mounted.container, 'draft', 'ac');
  await pass(300);
  await type(mounted.container, 'draft', 'acme');
  await pass(300);
  await mounted.render(<Field value="ac" />);
  await mounted.render(<Field value="acme" />);
  expect(shown()).toBe('acme');
  expect(commit.mock.calls).toEqual([['ac'], ['acme']]);
});

test('a draft that is not ready waits for more typing', async () => {
  mounted = await mount(<Field value="" />);
  await type(mounted.container, 'draft', '2');
  await pass(1_000);
  expect(commit).not.toHaveBeenCalled();
});
