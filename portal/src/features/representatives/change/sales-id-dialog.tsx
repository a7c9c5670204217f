import { Button } from '@corvane/shared/ui/button';
import { Dialog } from '@corvane/shared/ui/dialog';
import { CONTROL_CLASS, Field } from '@corvane/shared/ui/field';
import { useRef, useState } from 'react';
import { useHostServices } from '../../../app/host-services-context.tsx';

interface SalesIdDialogProps {
  name: string;
  salesId: string;
  onClose(): void;
}

/** A new sales ID. It is shown only here and only once. */
export function SalesIdDialog({ name, salesId, onClose }: SalesIdDialogProps) {
  const { toast } = useHostServices();
  const field = useRef<HTMLInputElement>(null);
  const copyButton = useRef<HTMLButtonElement>(null);
  const [isCopied, setCopied] = useState(false);

  async function copy() {
    try {
      await navigator.clipboard.writeText(salesId);
      setCopied(true);
      toast({ title: 'Copied', description: 'Sales ID copied to clipboard', tone: 'success' });
    } catch {
      // No permission, or a page without TLS. The sales ID is selected, so one key press copies it.
      field.current?.select();
      toast({
        title: 'Error',
        description: 'The sales ID could not be copied. It is selected: copy it with your keyboard.',
        tone: 'error',
      });
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Sales ID of ${name}`}
      description="It is shown only this once. Give it to them in person or by phone. If it gets lost, make a new one."
      startsAt={copyButton}
    >
      <Field label="Sales ID">
        {(control) => (
          <input
            {...control}
            ref={field}
            type="text"
            readOnly
            autoComplete="off"
            spellCheck={false}
            className={`${CONTROL_CLASS} tabular`}
            value={salesId}
            onFocus={(event) => event.target.select()}
          />
        )}
      </Field>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button ref={copyButton} variant="signal" className="text-sm max-md:grow" onClick={copy}>
          {isCopied ? 'Copy again' : 'Copy sales ID'}
        </Button>
        <Button className="text-sm max-md:grow" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
