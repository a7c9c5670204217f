import { Button, buttonClass } from '@corvane/shared/ui/button';
import { useEffect, useRef } from 'react';
import type { ContactDialogText } from '../../content/refinement-schema.ts';
import { useHost } from '../../host-context.tsx';

interface DialogThanksProps {
  content: ContactDialogText;
  onClose(): void;
}

/** Takes the form's place in the dialog, and the focus, once a request has arrived. */
export function DialogThanks({ content, onClose }: DialogThanksProps) {
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
