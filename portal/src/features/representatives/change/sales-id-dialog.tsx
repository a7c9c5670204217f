import { Button } from '@corvane/shared/ui/button';
import { useRef } from 'react';
import { PortalDialog } from '../../../ui/dialogs/portal-dialog.tsx';
import { CloseDialogButton, Unsaved } from '../../../ui/dialogs/within-dialog.tsx';
import { SecretField, useSecret } from '../../../ui/fields/secret-field.tsx';

interface SalesIdDialogProps {
  name: string;
  salesId: string;
  onClose(): void;
}

/** For a sales ID that was neither copied by the button nor by hand. */
const NOT_COPIED = {
  title: 'Close without copying it?',
  description: 'You cannot see this sales ID again. Without a copy of it, you must make a new one.',
  close: 'Close without it',
  stay: 'Back to the sales ID',
  whenLost: 'This sales ID is valid, and cannot be shown again. Copy it before you close this.',
};

/** A new sales ID, shown only here and only once. */
export function SalesIdDialog({ name, salesId, onClose }: SalesIdDialogProps) {
  const copyButton = useRef<HTMLButtonElement>(null);
  const secret = useSecret(salesId, 'sales ID');
  return (
    <PortalDialog
      onClose={onClose}
      title={`Sales ID of ${name}`}
      description="It is shown only this once. Give it to them in person or by phone. If it gets lost, make a new one."
      startsAt={copyButton}
    >
      <Unsaved when={!secret.isCopied} question={NOT_COPIED} />
      <SecretField label="Sales ID" secret={secret} />
      <div className="mt-4 flex flex-wrap gap-2">
        <Button ref={copyButton} variant="signal" className="text-sm max-md:grow" onClick={secret.copy}>
          {secret.isCopied ? 'Copy again' : 'Copy sales ID'}
        </Button>
        <CloseDialogButton className="text-sm max-md:grow">Done</CloseDialogButton>
      </div>
    </PortalDialog>
  );
}
