import { AccountDialog } from '../../features/account/account-dialog.tsx';
import type { Shortcut } from '../../shortcuts/use-shortcuts.ts';
import { FindDialog } from './find-dialog.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

export type PortalDialogId = 'account' | 'find' | 'shortcuts';

interface PortalDialogsProps {
  id: PortalDialogId;
  shortcuts: readonly Shortcut[] | undefined;
  onOpen(id: PortalDialogId): void;
  onClose(): void;
}

/** The dialogs that every page of the portal can open. */
export default function PortalDialogs({ id, shortcuts, onOpen, onClose }: PortalDialogsProps) {
  switch (id) {
    case 'account':
      return <AccountDialog onClose={onClose} />;
    case 'find':
      return <FindDialog onOpen={onOpen} onClose={onClose} />;
    case 'shortcuts':
      return <ShortcutsDialog shortcuts={shortcuts} onClose={onClose} />;
  }
}
