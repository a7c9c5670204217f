import { type RefObject, useEffect, useRef } from 'react';

interface Disclosure {
  details: RefObject<HTMLDetailsElement | null>;
  close(): void;
}

/**
 * Closes a `<details>` above the page on Escape, on a press outside, and when the focus leaves it. It listens on the
 * whole document: some browsers do not focus a clicked element, and the `<details>` may be open before this script
 * runs.
 */
export function useDisclosure(): Disclosure {
  const details = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    const closeUnlessAt = (target: EventTarget | null) => {
      const element = details.current;
      if (element?.open && target instanceof Node && !element.contains(target)) element.open = false;
    };
    const onPress = ({ target }: PointerEvent) => closeUnlessAt(target);
    const onFocus = ({ target }: FocusEvent) => closeUnlessAt(target);
    const onKey = (event: KeyboardEvent) => {
      const element = details.current;
      if (event.key !== 'Escape' || !element?.open) return;
      event.preventDefault();
      element.open = false;
      element.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('focusin', onFocus, { capture: true });
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('focusin', onFocus, { capture: true });
      document.removeEventListener('keydown', onKey);
    };
  }, []);

  return {
    details,
    close: () => {
      if (details.current !== null) details.current.open = false;
    },
  };
}
