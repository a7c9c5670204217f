// @vitest-environment happy-dom
import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { act, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { OPEN_QUOTE } from '../../content/signed-in-prices.ts';
import { HostProvider } from '../../host-context.tsx';
import { OpenQuote } from './open-quote.tsx';
import type { QuoteDialogProps } from './quote-dialog.tsx';

vi.mock('./quote-dialog.tsx', () => Promise.reject(new Error('offline')));

test('if the code of a quote cannot be loaded, a message says so, and the address no longer has it', async () => {
  const toast = vi.fn();
  const onClose = vi.fn();
  const root = createRoot(document.createElement('div'));
  await act(async () =>
    root.render(
      <HostProvider value={{ toast } as unknown as HostServices}>
        <Suspense>
          <OpenQuote {...({ onClose } as unknown as QuoteDialogProps)} />
        </Suspense>
      </HostProvider>,
    ),
  );
  await act(() => vi.dynamicImportSettled());
  expect(toast).toHaveBeenCalledExactlyOnceWith({ ...OPEN_QUOTE.failed, tone: 'error' });
  expect(onClose).toHaveBeenCalledOnce();
  await act(async () => root.unmount());
});
