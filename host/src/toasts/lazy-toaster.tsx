import { type ComponentType, useEffect, useState } from 'react';
import { onToastNeeded } from './toast.ts';

const loadToaster = () => import('./toaster.tsx');

/**
 * The place where messages appear; its code is fetched with the first message. When it does not arrive, as on a
 * connection that has just gone, the page stays as it is, and the next message asks for it again.
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
