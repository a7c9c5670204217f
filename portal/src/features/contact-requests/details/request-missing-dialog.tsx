import type { ReactNode } from 'react';
import { PortalDialog } from '../../../ui/portal-dialog.tsx';

interface RequestMissingDialogProps {
  onClose(): void;
  /** Why it is not here, or that it loads. */
  children: ReactNode;
}

/** Stands in for a request that is not there. */
export function RequestMissingDialog({ onClose, children }: RequestMissingDialogProps) {
  return (
    <PortalDialog onClose={onClose} title="Contact request">
      {children}
    </PortalDialog>
  );
}
