import type { ContactResponse } from '@corvane/shared/contracts/backend/contact/contact';
import { requestReference } from '@corvane/shared/lib/request-reference';
import { Button, buttonClass } from '@corvane/shared/ui/button';
import type { ContactDialogText } from '../../content/contact/contact-schemas.ts';
import { useHost } from '../../host-context.tsx';
import { DelayedNotice } from './delayed-notice.tsx';
import { useArrival } from './use-arrival.ts';

interface DialogThanksProps {
  content: ContactDialogText;
  response: ContactResponse;
  onClose(): void;
}

/** Replaces the form in the dialog and takes the focus once a request has arrived. */
export function DialogThanks({ content, response, onClose }: DialogThanksProps) {
  const { Link } = useHost();
  const message = useArrival<HTMLParagraphElement>();
  return (
    <div data-testid="marketing:dialog-thanks">
      <p ref={message} tabIndex={-1} className="text-lead text-muted">
        {content.thanks.description}
      </p>
      <p className="mt-4 text-sm text-muted">
        {content.thanks.reference}:{' '}
        <span className="font-semibold text-ink tabular">{requestReference(response.contactRequestId)}</span>
      </p>
      <DelayedNotice response={response} />
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
