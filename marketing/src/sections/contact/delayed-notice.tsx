import type { ContactResponse } from '@corvane/shared/contracts/backend/contact/contact';
import { Alert } from '@corvane/shared/ui/alert';
import { CONTACT_FORM } from '../../content/contact/contact-form.ts';

/** Says that the request is saved but the team was not mailed yet. Otherwise it renders nothing. */
export function DelayedNotice({ response }: { response: ContactResponse }) {
  if (response.notified) return null;
  return (
    <div className="mt-4">
      <Alert tone="info" title={CONTACT_FORM.delayed.title}>
        {CONTACT_FORM.delayed.description}
      </Alert>
    </div>
  );
}
