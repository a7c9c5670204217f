import { Alert } from '@corvane/shared/ui/alert';
import { Button } from '@corvane/shared/ui/button';
import type { ReactNode } from 'react';
import { PortalDialog } from './portal-dialog.tsx';
import { type DialogChange, useDialogChange } from './use-dialog-change.ts';

interface Question {
  title: string;
  /** Explains the consequence. */
  description: string;
  /** Label of the button that confirms. */
  confirm: string;
  /** Label of the button that cancels. */
  dismiss?: string;
  /** Whether confirming is still possible. */
  isPossible?: boolean;
  /** The action cannot be undone, so the first button, which has the focus, cancels. */
  isFinal?: boolean;
  onClose(): void;
  /** Details of the action. */
  children?: ReactNode;
}

interface ConfirmDialogProps extends Question {
  busy: boolean;
  /** The reason for a failure. null for none. */
  failure: string | null;
  onConfirm(): void;
}

/** Asks for confirmation before an action, and stays open after a failure. */
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
      <div className="mb-4 empty:hidden">
        {failure === null ? null : <Alert tone="error" title={failure} />}
      </div>
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

/** Asks for confirmation, then makes the change, and closes when it is done. */
export function ConfirmChange({
  mutationKey,
  staleKeys,
  act,
  failureWords,
  ...question
}: Question & DialogChange<void>) {
  const { title, onClose } = question;
  const change = useDialogChange({ title, mutationKey, staleKeys, act, failureWords, onClose });
  return (
    <ConfirmDialog
      {...question}
      busy={change.isPending}
      failure={change.refusal}
      onConfirm={() => change.send()}
    />
  );
}
