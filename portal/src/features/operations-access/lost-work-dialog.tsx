import { Button } from '@corvane/shared/ui/button';
import { Dialog } from '@corvane/shared/ui/dialog';
import { CONTROL_CLASS, Field } from '@corvane/shared/ui/field';
import { useEffect, useRef, useState } from 'react';
import type { LostWorkProps } from '../../ui/dialogs/portal-dialog.tsx';
import { useSecret } from '../../ui/fields/secret-field.tsx';

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

const CONTROLS = 'input, textarea, select';
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What the fields of a form contain, one line each. @example 'Note: Call on Monday.' */
export function enteredText(form: HTMLElement): string {
  return [...form.querySelectorAll<Control>(CONTROLS)].flatMap(lineOf).join('\n');
}

/** The text of the only field, without its label. For something that is used as it is, such as a sales ID. */
export function onlyText(content: HTMLElement): string {
  return content.querySelector<Control>(CONTROLS)?.value ?? '';
}

function lineOf(control: Control): string[] {
  const label = labelOf(control);
  if (control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)) {
    return control.checked ? [label] : [];
  }
  const value =
    control instanceof HTMLSelectElement
      ? (control.selectedOptions[0]?.textContent ?? '')
      : control.value.trim();
  return value === '' ? [] : [`${label}: ${value}`];
}

function labelOf(control: Control): string {
  const label = control.labels?.[0];
  return label === undefined ? (control.getAttribute('aria-label') ?? '') : textsOf(label).join(' ');
}

/** A label may be around its control, whose options are no part of the label. */
function textsOf(node: Node): string[] {
  return [...node.childNodes].flatMap((child) => {
    if (child instanceof Element) return child.matches(CONTROLS) ? [] : textsOf(child);
    const text = child.textContent?.trim() ?? '';
    return text === '' ? [] : [text];
  });
}
