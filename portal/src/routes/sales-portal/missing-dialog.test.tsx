// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { fakeHost } from '../../testing/fake-host.tsx';
import { mount, press } from '../../testing/mount.tsx';
import SalesPortalPage from './sales-portal-page.tsx';

vi.mock('../../features/account/account-dialog.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

test('a dialog whose code cannot be loaded says so, and its button loads it again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const host = fakeHost({
    get_customer_openings: () => new Promise(() => {}),
    get_rep_today: () => new Promise(() => {}),
  });
  const mounted = await mount(<SalesPortalPage host={host.services} />);
  for (const times of [1, 2]) {
    await press(mounted.container, 'Menu');
    await press(mounted.container, 'Account');
    await vi.waitFor(() => expect(host.toasts).toHaveLength(times));
  }
  expect(host.toasts[0]).toMatchObject({ title: 'Failed to open this dialog.', tone: 'error' });
  expect(mounted.container.querySelector('h1')?.textContent).toContain('Welcome');
});
