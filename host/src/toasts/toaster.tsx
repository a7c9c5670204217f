import { useMediaQuery } from '@corvane/shared/lib/use-media-query';
import { useEffect } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { connectToaster } from './toast.ts';

/** Within the specification's 4000 to 5000 ms. The longer limit, for slow readers. */
const DURATION_MS = 5000;

/** Below this width a message takes the whole width, as in the library. */
const PHONE = '(max-width: 600px)';
/** Below the header. */
const PHONE_OFFSET = { top: '4.75rem' };

export default function Toaster() {
  const isPhone = useMediaQuery(PHONE);
  useEffect(
    () =>
      connectToaster(({ title, description, tone, action, id }) => {
        const show = tone === 'error' ? sonner.error : tone === 'success' ? sonner.success : sonner;
        show(title, { description, action, ...(id === undefined ? {} : { id }) });
      }, sonner.dismiss),
    [],
  );
  return (
    <Sonner
      // The bottom of a phone's screen holds what the person is about to press, or the keyboard.
      position={isPhone ? 'top-center' : 'bottom-right'}
      mobileOffset={PHONE_OFFSET}
      duration={DURATION_MS}
      closeButton
      toastOptions={{
        style: { fontFamily: 'inherit', borderRadius: '4px' },
        actionButtonStyle: { minHeight: '2.75rem', borderRadius: '4px' },
      }}
    />
  );
}
