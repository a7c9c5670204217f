import { Alert } from '@corvane/shared/ui/alert';
import { Button } from '@corvane/shared/ui/button';
import type { ReactNode } from 'react';
import { PortalDialog } from './portal-dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  /** What confirming means. */
  description: string;
  /** The button that does it. */
  confirm: string;
  /** The button that does nothing. */
  dismiss?: string;
  /** Whether confirming still makes sense. */
  isPossible?: boolean;
  /** It cannot be undone, so the first button, which has the focus, does nothing. */
  isFinal?: boolean;
  busy: boolean;
  /** Why it failed; null for nothing failed. */
  failure: string | null;
  onConfirm(): void;
  onClose(): void;
  /** What exactly is confirmed. */
  children?: ReactNode;
}

/** Asks before something is done, and stays open after a failure. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, confirm, isFinal = false, busy, failure, onConfirm, onClose } = props;
  const { dismiss = 'Cancel', isPossible = true, children } = props;
  const cancel = (
    <Button className="text-sm max-md:w-full" onClick={onClose}>
      {dismiss}
    </Button>
  );
  return (
    <PortalDialog onClose={onClose} title={title} description={description}>
      {failure === null ? null : (
        <div className="mb-4">
          <Alert tone="error" title={failure} />
        </div>
      )}
      {children}
      <div className="flex flex-wrap gap-2">
        {isFinal ? cancel : null}
        {isPossible ? (
          <Button variant="signal" className="text-sm max-md:w-full" busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        ) : null}
        {isFinal ? null : cancel}
      </div>
    </PortalDialog>
  );
}
