// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test } from 'vitest';
import { mount } from '../testing/mount.tsx';
import { useSyncExternalStoreWithSelector } from './use-store-with-selector.ts';

function storeOf<State>(initial: State) {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set: (next: State) => {
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

test('a component shows part of a store, and renders again only when that part changes', async () => {
  const store = storeOf({ sales: [1, 2], cursor: 0 });
  let drawn = 0;
  const sumOf = ({ sales }: { sales: number[] }) => ({ sum: sales.reduce((sum, sale) => sum + sale, 0) });
  const sameSum = (a: { sum: number }, b: { sum: number }) => a.sum === b.sum;
  function Sum() {
    const subscribe = store.subscribe as (listener: () => void) => () => void;
    const { sum } = useSyncExternalStoreWithSelector(subscribe, store.get, store.get, sumOf, sameSum);
    drawn++;
    return <p>{sum}</p>;
  }
  const mounted = await mount(<Sum />);
  expect(mounted.container.textContent).toBe('3');
  const before = drawn;
  await act(async () => store.set({ sales: [1, 2], cursor: 1 }));
  expect(drawn).toBe(before);
  await act(async () => store.set({ sales: [1, 2, 3], cursor: 1 }));
  expect(mounted.container.textContent).toBe('6');
});
