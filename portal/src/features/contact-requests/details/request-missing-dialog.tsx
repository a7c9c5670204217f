import { Dialog } from '@corvane/shared/ui/dialog';
import type { ReactNode } from 'react';

interface RequestMissingDialogProps {
  onClose(): void;
  /** Why the request is missing, or that it is loading. */
  children: ReactNode;
}

/** Replaces the dialog of a request that is missing. */
export function RequestMissingDialog({ onClose, children }: RequestMissingDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Contact request">
      {children}
    </Dialog>
  );
}
