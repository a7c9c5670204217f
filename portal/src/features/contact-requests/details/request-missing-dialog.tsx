import { Dialog } from '@corvane/shared/ui/dialog';
import type { ReactNode } from 'react';

interface RequestMissingDialogProps {
  onClose(): void;
  /** Why it is not here, or that it loads. */
  children: ReactNode;
}

/** Stands in for a request that is not there. */
export function RequestMissingDialog({ onClose, children }: RequestMissingDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Contact request">
      {children}
    </Dialog>
  );
}
