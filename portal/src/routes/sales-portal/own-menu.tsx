import { Button } from '@corvane/shared/ui/button';
import { useId } from 'react';
import { ThemeChoice } from '../../features/account/theme-choice.tsx';
import { usePopover } from '../../ui/choices/use-popover.ts';
import { Chevron } from '../../ui/facts/chevron.tsx';
import { useLogout } from './use-logout.ts';

const ENTRY = 'w-full justify-start text-sm';

/** What belongs to the person: how the portal looks here, their settings, and the way out. */
export function OwnMenu({ onAccount }: { onAccount(): void }) {
  const logout = useLogout();
  const id = useId();
  const { open, setOpen, button, frame } = usePopover();
  return (
    <div {...frame}>
      <Button
        ref={button}
        variant="quiet"
        className="text-sm"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <span>Menu</span>
        <Chevron className={open ? 'rotate-180' : ''} />
      </Button>
      {open ? (
        <div
          id={id}
          // A press on text focuses the nearest element that can have the focus. Elsewhere, that would close this.
          tabIndex={-1}
          className="outline-none absolute top-full right-0 z-20 mt-1 grid w-56 gap-1 rounded-control border border-control bg-surface p-2 shadow-raised"
        >
          <div className="px-3 pt-1 pb-2">
            <ThemeChoice />
          </div>
          <Button
            variant="quiet"
            className={ENTRY}
            aria-haspopup="dialog"
            onClick={() => {
              // The dialog returns the focus to what has it now.
              button.current?.focus();
              setOpen(false);
              onAccount();
            }}
          >
            Account
          </Button>
          <Button variant="quiet" className={ENTRY} onClick={logout}>
            Logout
          </Button>
        </div>
      ) : null}
    </div>
  );
}
