import type { ContactResponse } from '@corvane/shared/contracts/contact';
import { Alert } from '@corvane/shared/ui/alert';
import { Button, buttonClass } from '@corvane/shared/ui/button';
import { useEffect, useRef } from 'react';
import { CONTACT_FORM } from '../../content/contact-form.ts';
import type { ContactDialogText } from '../../content/contact-schemas.ts';
import { useHost } from '../../host-context.tsx';

interface DialogThanksProps {
  content: ContactDialogText;
  response: ContactResponse;
  onClose(): void;
}

/** Takes the form's place in the dialog, and the focus, once a request has arrived. */
export function DialogThanks({ content, response, onClose }: DialogThanksProps) {
  const { Link, track } = useHost();
  const message = useRef<HTMLParagraphElement>(null);
  const trackOnce = useRef(track);

  useEffect(() => {
    message.current?.focus();
    trackOnce.current({ action: 'form_submission_success', category: 'engagement', label: 'contact_form' });
  }, []);

  return (
    <div data-testid="marketing:dialog-thanks">
      <p ref={message} tabIndex={-1} className="text-lead text-muted">
        {content.thanks.description}
      </p>
      {response.notified ? null : (
        <div className="mt-4">
          <Alert tone="info" title={CONTACT_FORM.delayed.title}>
            {CONTACT_FORM.delayed.description}
          </Alert>
        </div>
      )}
      <div className="mt-8 flex flex-wrap gap-4">
        <Button variant="solid" onClick={onClose}>
          {content.close}
        </Button>
        <Link to="/" onClick={onClose} className={buttonClass('outline')}>
          {content.home}
        </Link>
      </div>
    </div>
  );
}
