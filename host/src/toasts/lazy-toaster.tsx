import { type ComponentType, useEffect, useState } from 'react';
import { retryableImport } from '../lazy-code/retryable-import.ts';
import { onToastNeeded } from './toast.ts';

const loadToaster = retryableImport(() => import('./toaster.tsx'));

/**
 * The place where messages appear. Its code loads with the first message. If the code does not arrive, for example
 * offline, the page stays, and the next message requests it again.
 */
export function LazyToaster({ load = loadToaster }: { load?: () => Promise<{ default: ComponentType }> }) {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(
    () =>
      onToastNeeded(() => {
        load().then(
          (loaded) => setToaster(() => loaded.default),
          () => undefined,
        );
      }),
    [load],
  );
  return Toaster && <Toaster />;
}
