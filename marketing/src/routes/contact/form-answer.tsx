import { CONTACT_FORM_POST } from '@corvane/shared/contracts/backend/contact/contact-form-post';
import { Alert } from '@corvane/shared/ui/alert';
import { CONTACT_FORM } from '../../content/contact/contact-form.ts';
import { CONTACT_PAGE } from '../../content/contact/contact-page.ts';

/** What became of a form that was sent without scripts. The address that the browser was led to shows one of them. */
export function FormAnswer() {
  const { title, description } = CONTACT_PAGE.thanks;
  const { notSentWithoutScripts: notSent } = CONTACT_FORM;
  return (
    <>
      <div id={CONTACT_FORM_POST.sentId} tabIndex={-1} className="mb-8 hidden scroll-mt-24 target:block">
        <Alert tone="success" title={title}>
          {description}
        </Alert>
      </div>
      <div id={CONTACT_FORM_POST.notSentId} tabIndex={-1} className="mb-8 hidden scroll-mt-24 target:block">
        <Alert tone="error" title={notSent.title}>
          {notSent.description}
        </Alert>
      </div>
    </>
  );
}
