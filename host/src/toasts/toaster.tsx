import { useMediaQuery } from '@corvane/shared/lib/use-media-query';
import { type CSSProperties, useEffect } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { connectToaster } from './toast.ts';
import { ToastFocus } from './toast-focus.tsx';
import { useFreeEdge } from './use-free-edge.ts';

/** Within the specification's 4000 to 5000 ms. The longer limit gives slow readers more time. */
const DURATION_MS = 5000;

/** Below this width a message fills the whole width, as in the library. */
const PHONE = '(max-width: 600px)';

/** In so low a window, as at a zoom of 400 %, two messages would cover the page. */
const LOW = '(max-height: 400px)';

/** Where the words begin, after the icon of the library. */
const WORDS_AT = '1.4375rem';

/** Beside the words, the button would leave them a narrow column. */
const BELOW_THE_WORDS: CSSProperties = {
  font: 'inherit',
  fontWeight: 600,
  minHeight: '2.75rem',
  borderRadius: '4px',
  flexBasis: `calc(100% - ${WORDS_AT})`,
  justifyContent: 'center',
  margin: `0.25rem 0 0 ${WORDS_AT}`,
};

export default function Toaster() {
  const isPhone = useMediaQuery(PHONE);
  const isLow = useMediaQuery(LOW);
  // On a phone, the bottom of the screen holds the keyboard. Or it holds the button that the person is about to
  // press.
  const [edge, lookForEdge] = useFreeEdge(isPhone ? 'top' : 'bottom');
  useEffect(
    () =>
      connectToaster(({ title, description, tone, action, id }) => {
        const show = tone === 'error' ? sonner.error : tone === 'success' ? sonner.success : sonner;
        show(title, { description, action, ...(id === undefined ? {} : { id }) });
        // The library adds the message in a separate task, which runs before this one.
        setTimeout(lookForEdge);
      }, sonner.dismiss),
    [lookForEdge],
  );
  return (
    <ToastFocus>
      <Sonner
        position={isPhone ? 'top-center' : 'bottom-right'}
        // Changing `position` would show each message again. toasts.css moves them instead.
        className={`toasts-at-${edge}`}
        duration={DURATION_MS}
        closeButton
        visibleToasts={isLow ? 1 : 3}
        toastOptions={{
          style: { fontFamily: 'inherit', borderRadius: '4px', flexWrap: 'wrap' },
          classNames: { content: 'min-w-0 grow basis-0' },
          actionButtonStyle: BELOW_THE_WORDS,
        }}
      />
    </ToastFocus>
  );
}
