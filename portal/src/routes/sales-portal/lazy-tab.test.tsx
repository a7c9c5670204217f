// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { buttonNamed, type Mounted, mount, press } from '../../testing/mount.tsx';
import { Tabs } from '../../ui/choices/tabs.tsx';
import { FailingTab } from './lazy-tab.tsx';

let mounted: Mounted;
let isBroken = true;

function Broken() {
  if (isBroken) throw new TypeError('x is undefined');
  return <p>Figures</p>;
}

beforeEach(() => {
  isBroken = true;
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

const mountTabs = () =>
  mount(
    <Tabs
      label="Portal"
      selected="broken"
      onSelect={() => {}}
      focusRequests={0}
      tabs={[
        { id: 'works', label: 'Works', panel: 'works' },
        {
          id: 'broken',
          label: 'Broken',
          panel: (
            <FailingTab>
              <Broken />
            </FailingTab>
          ),
        },
      ]}
    />,
  );

test('a tab that throws shows an error, the other tabs work, and a retry renders it again', async () => {
  mounted = await mountTabs();
  expect(mounted.container.textContent).toContain('An error stopped this tab. Your connection is fine.');
  expect(mounted.container.textContent).not.toContain('x is undefined');
  expect(mounted.container.querySelectorAll('[role=tab]')).toHaveLength(2);
  isBroken = false;
  await press(mounted.container, 'Try again');
  expect(mounted.container.textContent).toContain('Figures');
});

test('a tab that throws twice offers to reload the page', async () => {
  mounted = await mountTabs();
  expect(() => buttonNamed(mounted.container, 'Reload the page')).toThrow();
  await press(mounted.container, 'Try again');
  expect(mounted.container.textContent).toContain('It failed again');
  expect(buttonNamed(mounted.container, 'Reload the page')).toBeDefined();
});
