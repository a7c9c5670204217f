import type { ContactResponse } from '@corvane/shared/contracts/backend/contact/contact';
import { Dialog } from '@corvane/shared/ui/dialog';
import { useState } from 'react';
import { CONTACT_DIALOG } from '../../content/contact/contact-dialog.ts';
import { ContactForm } from './contact-form.tsx';
import type { ContactQuery } from './contact-query.ts';
import { projectTypeOf } from './contact-query.ts';
import { DialogThanks } from './dialog-thanks.tsx';

interface ContactDialogProps extends ContactQuery {
  onClose(): void;
}

/** The contact form over the current page. Closing it keeps the typed text. */
export default function ContactDialog({ source, tier, onClose }: ContactDialogProps) {
  const [sent, setSent] = useState<ContactResponse | null>(null);
  const projectType = projectTypeOf(source);
  const title = sent !== null ? CONTACT_DIALOG.thanks.title : CONTACT_DIALOG.titles[projectType];
  return (
    <Dialog open title={title} onOpenChange={(isOpen) => isOpen || onClose()}>
      {sent !== null ? (
        <DialogThanks content={CONTACT_DIALOG} response={sent} onClose={onClose} />
      ) : (
        <ContactForm
          label={title}
          place="dialog"
          source={source}
          tier={tier}
          projectType={projectType}
          onSent={setSent}
        />
      )}
    </Dialog>
  );
}
