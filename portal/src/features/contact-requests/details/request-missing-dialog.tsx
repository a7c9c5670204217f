import type { ReactNode } from 'react';
import { PortalDialog } from '../../../ui/dialogs/portal-dialog.tsx';

interface RequestMissingDialogProps {
  onClose(): void;
  /** Why the request is missing, or that it is loading. */
  children: ReactNode;
}

/** Replaces the dialog of a request that is missing. */
export function RequestMissingDialog({ onClose, children }: RequestMissingDialogProps) {
  return (
    <PortalDialog onClose={onClose} title="Contact request">
      {children}
    </PortalDialog>
  );
}
