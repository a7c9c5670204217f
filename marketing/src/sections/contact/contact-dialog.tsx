import { Button, buttonClass } from '@corvane/shared/ui/button';
import { Dialog } from '@corvane/shared/ui/dialog';
import { useState } from 'react';
import { CONTACT_DIALOG } from '../../content/contact/contact-dialog.ts';
import { useHost } from '../../host-context.tsx';
import { ContactForm } from './contact-form.tsx';
import { type ContactQuery, projectTypeOf } from './contact-query.ts';
import type { ConfirmedRequest } from './contact-request.ts';
import { AnswerNote, Reference, thanksTitle, useArrival } from './contact-thanks.tsx';

interface ContactDialogProps extends ContactQuery {
  onClose(): void;
}

/** The contact form over the current page. Closing it keeps the typed text. */
export default function ContactDialog({ source, tier, billing, onClose }: ContactDialogProps) {
  const [sent, setSent] = useState<ConfirmedRequest | null>(null);
  const projectType = projectTypeOf(source);
  const title =
    sent !== null ? thanksTitle(sent, CONTACT_DIALOG.thanks.title) : CONTACT_DIALOG.titles[projectType];
  return (
    <Dialog open title={title} onOpenChange={(isOpen) => isOpen || onClose()}>
      {sent !== null ? (
        <DialogThanks request={sent} onClose={onClose} />
      ) : (
        <ContactForm
          label={title}
          place="dialog"
          source={source}
          tier={tier}
          billing={billing}
          projectType={projectType}
          onSent={setSent}
        />
      )}
    </Dialog>
  );
}

/** Replaces the form in the dialog and takes the focus once a request has arrived. */
function DialogThanks({ request, onClose }: { request: ConfirmedRequest; onClose(): void }) {
  const { thanks, close, home } = CONTACT_DIALOG;
  const { Link } = useHost();
  const message = useArrival<HTMLDivElement>();
  return (
    <div data-testid="marketing:dialog-thanks">
      <div ref={message} tabIndex={-1} className="text-lead text-muted">
        <AnswerNote {...request} />
      </div>
      <p className="mt-4 text-sm text-muted">
        {thanks.reference}: <Reference response={request} />
      </p>
      <div className="mt-8 flex flex-wrap gap-4">
        <Button variant="solid" onClick={onClose}>
          {close}
        </Button>
        <Link to="/" onClick={onClose} className={buttonClass('outline')}>
          {home}
        </Link>
      </div>
    </div>
  );
}
