import { Button } from '@corvane/shared/ui/button';
import { Dialog } from '@corvane/shared/ui/dialog';
import { CONTROL_CLASS, Field } from '@corvane/shared/ui/field';
import { useEffect, useRef, useState } from 'react';
import type { LostWorkProps } from '../../ui/dialogs/portal-dialog.tsx';
import { useSecret } from '../../ui/fields/secret-field.tsx';
import { enteredText, onlyText } from './entered-text.ts';

/** Offers what a dialog holds to be copied, because the person lost the right to use it. */
export function LostWorkDialog({ title, content, words, onCopied, onClose }: LostWorkProps) {
  const copyButton = useRef<HTMLButtonElement>(null);
  const [text] = useState(() => (words === undefined ? enteredText : onlyText)(content));
  const entered = useSecret<HTMLTextAreaElement>(text, 'text');
  const { isCopied } = entered;
  useEffect(() => {
    if (isCopied) onCopied();
  }, [isCopied, onCopied]);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="You are no longer a manager"
      description={
        words ?? `What you entered in “${title}” was not saved. Copy what you need before you close this.`
      }
      startsAt={copyButton}
    >
      <Field label={words === undefined ? 'What you entered' : title}>
        {(control) => (
          <textarea
            {...control}
            ref={entered.field}
            readOnly
            rows={6}
            className={CONTROL_CLASS}
            value={text}
            onCopy={entered.onCopied}
          />
        )}
      </Field>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button ref={copyButton} variant="signal" className="text-sm max-md:grow" onClick={entered.copy}>
          {isCopied ? 'Copy again' : 'Copy text'}
        </Button>
        <Button className="text-sm max-md:grow" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
