import { Button } from '@corvane/shared/ui/button';
import { type ReactNode, useState } from 'react';
import { FIND_KEYS, type Shortcut, useShortcuts } from '../../shortcuts/use-shortcuts.ts';
import { LazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { OwnMenu } from './own-menu.tsx';
import type { PortalDialogId } from './portal-dialogs.tsx';

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
  const [opened, open] = useState<PortalDialogId | null>(null);
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
        <OwnMenu onAccount={() => open('account')} />
      </div>
      <LazyDialog
        load={loadDialogs}
        props={opened === null ? null : { id: opened, shortcuts, onOpen: open, onClose: () => open(null) }}
      />
    </header>
  );
}
