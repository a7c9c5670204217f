import { useEffect } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { connectToaster } from './toast.ts';

/** Within the specification's 4000 to 5000 ms; the longer, for whoever reads slowly. */
const DURATION_MS = 5000;

export default function Toaster() {
  useEffect(
    () =>
      connectToaster(({ title, description, tone }) => {
        const show = tone === 'error' ? sonner.error : tone === 'success' ? sonner.success : sonner;
        show(title, { description });
      }),
    [],
  );
  return (
    <Sonner
      position="bottom-right"
      duration={DURATION_MS}
      closeButton
      toastOptions={{ style: { fontFamily: 'inherit', borderRadius: '4px' } }}
    />
  );
}
