// @vitest-environment happy-dom
import { OwnerRoot } from '@corvane/shared/ui/owner-root';
import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { queryClientForSession } from '../../../app/session-query-client.ts';
import { AccessGate } from '../../../features/operations-access/access-gate.tsx';
import { SalesIdDialog } from '../../../features/representatives/change/sales-id-dialog.tsx';
import { mount, press, pressKey, untilText } from '../../../testing/mount.tsx';
import { RoutedHost } from '../../../testing/routed-host.tsx';

/** Regression: the dialog said that what the manager entered was not saved, and the sales ID works. */
test('a new sales ID stays to be copied when the right is taken away, and is said to work', async () => {
  const onClose = vi.fn();
  const now = Date.now();
  const host = new RoutedHost({
    get_manager_access: () => ({
      isManager: true,
      managerUntil: new Date(now + 7_200_000).toISOString(),
      now: new Date(now).toISOString(),
    }),
  });
  const area = (isManager: boolean) => (
    <host.Provider>
      <QueryClientProvider client={queryClientForSession('test')}>
        <OwnerRoot owner="portal">
          <AccessGate isManager={isManager} email="dana@corvane.example" refused={<p>Not for you</p>}>
            {() => <SalesIdDialog name="Uma" salesId="SR-7Q2M-9XKD-4WPT" onClose={onClose} />}
          </AccessGate>
        </OwnerRoot>
      </QueryClientProvider>
    </host.Provider>
  );
  const mounted = await mount(area(true));
  const page = document.body;
  await untilText(page, 'It is shown only this once.');
  await mounted.render(area(false));
  await untilText(page, 'You are no longer a manager');
  const dialog = page.querySelector('[role=dialog]:has(textarea)');
  expect(dialog?.textContent).toContain('This sales ID is valid, and cannot be shown again.');
  expect(dialog?.querySelector('label')?.textContent).toBe('Sales ID of Uma');
  expect(page.querySelector('textarea')?.value).toBe('SR-7Q2M-9XKD-4WPT');
  expect(page.textContent).not.toContain('was not saved');
  expect(page.textContent).not.toContain('What you entered');
  await pressKey('Escape');
  await press(page, 'Back to the sales ID');
  expect(onClose).not.toHaveBeenCalled();
});
