import { lazy, Suspense, useEffect, useState } from 'react';
import { onToastNeeded } from './toast.ts';

const Toaster = lazy(() => import('./toaster.tsx'));

/** The place where messages appear; its code is fetched with the first message. */
export function LazyToaster() {
  const [needed, setNeeded] = useState(false);
  useEffect(() => onToastNeeded(() => setNeeded(true)), []);
  return needed ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}
