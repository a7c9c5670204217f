import { createContext, type MouseEvent, type ReactNode, useContext } from 'react';
import { THEMED_ATTRIBUTE } from '../contracts/remote/page-attributes.ts';

const OwnerContext = createContext<string | null>(null);

interface OwnerRootProps {
  owner: string;
  /** The page follows the representative's theme. */
  themed?: true;
  children: ReactNode;
}

/**
 * Marks a subtree as one application's: its stylesheet applies only here. The element itself has no other class and no
 * style, so an owner's rules match only descendants.
 */
export function OwnerRoot({ owner, themed, children }: OwnerRootProps) {
  return (
    <OwnerContext value={owner}>
      <div
        data-app={owner}
        className={`app-${owner}`}
        {...{ [THEMED_ATTRIBUTE]: themed && '' }}
        onClickCapture={focusPressedButton}
      >
        {children}
      </div>
    </OwnerContext>
  );
}

/**
 * Focuses a clicked button, as every browser except Safari on macOS does. The dialog or menu that it opens takes
 * the focus from there and returns it.
 */
function focusPressedButton({ target }: MouseEvent): void {
  // Only elements are pressed.
  (target as Element).closest<HTMLElement>('button, summary')?.focus({ preventScroll: true });
}

/** Owner of the surrounding subtree. It also marks elements rendered elsewhere in the document, such as dialogs. */
export function useOwner(): string {
  const owner = useContext(OwnerContext);
  if (owner === null) throw new Error('useOwner needs an <OwnerRoot> above it');
  return owner;
}
