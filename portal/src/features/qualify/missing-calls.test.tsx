// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { HostServicesProvider } from '../../app/host-services-context.tsx';
import { fakeHost } from '../../testing/fake-host.tsx';
import { buttonNamed, inputNamed, mount, press, type } from '../../testing/mount.tsx';
import { QualifyPanel } from './qualify-panel.tsx';

vi.mock('./flow/qualification-calls.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

test('if the code of the calls cannot be loaded, the rep learns why and can try again', async () => {
  const host = fakeHost({});
  const mounted = await mount(
    <HostServicesProvider host={host.services}>
      <QualifyPanel requested={null} />
    </HostServicesProvider>,
  );
  const panel = mounted.container;
  await type(panel, 'customer-email', 'ana@acme.example');
  await press(panel, 'Send Verification Code');
  await vi.waitFor(() => expect(host.toasts).toHaveLength(1));
  expect(host.toasts[0]).toMatchObject({
    title: 'Failed to send verification code',
    description: 'The server could not be reached. Check your connection and try again.',
  });
  expect(inputNamed(panel, 'customer-email').value).toBe('ana@acme.example');
  await vi.waitFor(() => expect(buttonNamed(panel, 'Send Verification Code').disabled).toBe(false));
});
