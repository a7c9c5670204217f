// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { one } from '../lib/search-state.ts';
import { mount, press } from '../testing/mount.tsx';
import { RoutedHost } from '../testing/routed-host.tsx';
import { useSearchState } from './use-search-state.ts';

const SCHEMA = { find: one('find', ['ada']), tab: one('tab', ['customers', 'commissions']) };

function ClearAndGo() {
  const { change } = useSearchState(SCHEMA);
  return (
    <button
      type="button"
      onClick={() => {
        change({ find: null });
        change({ tab: 'commissions' });
      }}
    >
      Go
    </button>
  );
}

test('a change keeps an earlier change that is not rendered yet', async () => {
  const host = new RoutedHost({}, '?tab=customers&find=ada&state=active');
  const mounted = await mount(
    <host.Provider>
      <ClearAndGo />
    </host.Provider>,
  );
  await press(mounted.container, 'Go');
  expect(host.search).toBe('?state=active&tab=commissions');
});
