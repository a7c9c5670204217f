import { Button } from '@corvane/shared/ui/button';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useHostServices } from '../../app/host-services-context.tsx';
import { FIND_KEYS, type Shortcut, useShortcuts } from '../../shortcuts/use-shortcuts.ts';
import { LazyPart } from '../../ui/parts/lazy-part.tsx';
import type { PortalDialogId } from './portal-dialogs.tsx';
import { useLogout } from './use-logout.ts';

/** Fetched when a rep opens the first of them. */
const loadDialogs = () => import('./portal-dialogs.tsx');

interface PortalHeaderProps {
  title: string;
  /** A line below the title. */
  detail: ReactNode;
  /** The single keys of this page. Default: those of the portal. */
  shortcuts?: readonly Shortcut[];
  /** Other actions on this page. */
  children: ReactNode;
}

/** The title of a page, and the actions of every page. */
export function PortalHeader({ title, detail, shortcuts, children }: PortalHeaderProps) {
  const { showWait } = useHostServices();
  const [opened, setOpened] = useState<PortalDialogId | null>(null);
  const open = (id: PortalDialogId) => {
    showWait?.(loadDialogs());
    setOpened(id);
  };
  const close = () => setOpened(null);
  useShortcuts({ '?': () => open('shortcuts'), find: () => open('find') });

  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pb-4">
      <div className="min-w-0 max-md:w-full">
        <h1 className="text-heading wrap-anywhere">{title}</h1>
        {detail === null ? null : <p className="text-sm wrap-anywhere text-muted">{detail}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-2 max-md:w-full max-md:justify-between max-md:*:px-2!">
        {children}
        <Button variant="quiet" className="text-sm" aria-haspopup="dialog" onClick={() => open('find')}>
          Find{' '}
          <span
            aria-hidden="true"
            className="rounded-control border border-control px-1.5 font-sans text-xs max-md:hidden"
          >
            {FIND_KEYS}
          </span>
        </Button>
        <Button variant="quiet" className="text-sm" aria-haspopup="dialog" onClick={() => open('account')}>
          Account
        </Button>
        <LogoutButton />
      </div>
      {opened === null ? null : (
        <LazyPart
          load={loadDialogs}
          props={{ id: opened, shortcuts, onOpen: open, onClose: close }}
          pending={null}
          failed={() => <Missing onTold={close} />}
        />
      )}
    </header>
  );
}

function LogoutButton() {
  return (
    <Button className="shrink-0 text-sm" onClick={useLogout()}>
      Logout
    </Button>
  );
}

/** In place of a dialog whose code could not be loaded: says so, and pressing the button again loads it again. */
function Missing({ onTold }: { onTold(): void }) {
  const { toast } = useHostServices();
  const tell = useRef(() => {
    toast({
      title: 'Failed to load this dialog.',
      description: 'Check your connection and try again.',
      tone: 'error',
    });
    onTold();
  });
  useEffect(() => tell.current(), []);
  return null;
}
