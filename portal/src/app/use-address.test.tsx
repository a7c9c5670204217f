// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { type Mounted, mount, press } from '../testing/mount.tsx';
import { RoutedHost } from '../testing/routed-host.tsx';
import { useAddress } from './use-address.ts';

let mounted: Mounted;

afterEach(() => mounted.unmount());

function ClearAndGo() {
  const address = useAddress();
  return (
    <button
      type="button"
      onClick={() => {
        address.change({ find: null });
        address.change({ tab: 'commissions' });
      }}
    >
      Go
    </button>
  );
}

test('a change keeps an earlier change that is not rendered yet', async () => {
  const host = new RoutedHost({}, '?tab=customers&find=ada&state=active');
  mounted = await mount(
    <host.Provider>
      <ClearAndGo />
    </host.Provider>,
  );
  await press(mounted.container, 'Go');
  expect(host.search).toBe('?state=active&tab=commissions');
});
