import { useLayoutEffect, useRef } from 'react';

/**
 * `act` while this dialog is open. Afterwards it does nothing: a late answer would close the dialog that is open by
 * then. Not for a component inside `PortalDialog`, whose effects end while the dialog is hidden.
 */
export function useWhileOpen(act: () => void): () => void {
  const isOpen = useRef(false);
  useLayoutEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return () => {
    if (isOpen.current) act();
  };
}
