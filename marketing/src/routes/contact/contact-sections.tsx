import { CONTACT_FORM_POST } from '@corvane/shared/contracts/backend/contact/contact-form';
import { Alert } from '@corvane/shared/ui/alert';
import { FORM_ANSWER, NEXT_STEPS, TRUST } from '../../content/contact/contact-sections.ts';
import { PageLink } from '../../page-link.tsx';
import type { Sections } from '../../static-sections/static-section.tsx';

export default { answer: FormAnswer, steps: NextSteps, trust: TrustSection } satisfies Sections;

/** What became of a form that was sent without scripts. The address that the browser was led to shows one of them. */
function FormAnswer() {
  const { sent, notSent } = FORM_ANSWER;
  return (
    <>
      <div id={CONTACT_FORM_POST.sentId} tabIndex={-1} className="mb-8 hidden scroll-mt-24 target:block">
        <Alert tone="success" title={sent.title}>
          {sent.description}
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

/** What a buyer may expect after the message. */
function NextSteps() {
  const { title, points } = NEXT_STEPS;
  return (
    <section aria-labelledby="contact-steps-title">
      <h2 id="contact-steps-title" className="text-heading">
        {title}
      </h2>
      <ol className="mt-4 border-l border-control">
        {points.map((step) => (
          <li key={step.title} className="relative py-3 pl-8">
            <span aria-hidden="true" className="absolute top-6 left-0 h-px w-5 bg-control" />
            <p className="font-medium">{step.title}</p>
            <p className="text-muted">{step.description}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Where data comes from, how it is protected, how a person opts out, and certificates if there are any. */
function TrustSection() {
  const { title, points, certificates, privacy } = TRUST;
  return (
    <section aria-labelledby="trust-title" className="border-t border-line bg-sunken">
      <div className="mx-auto max-w-page px-4 py-16 md:px-6 lg:grid lg:grid-cols-12 lg:gap-x-16">
        <div className="lg:col-span-4">
          <h2 id="trust-title" className="text-subtitle">
            {title}
          </h2>
          <PageLink action={privacy} className="mt-4 inline-flex min-h-11 items-center text-link" />
        </div>
        <dl className="mt-8 grid gap-x-12 sm:grid-cols-2 lg:col-span-8 lg:mt-0">
          {points.map((point) => (
            <div key={point.title} className="border-t border-control py-5">
              <dt className="font-medium">{point.title}</dt>
              <dd key={point.description} className="mt-1 text-muted">
                {point.description}
                {point.action === undefined ? null : (
                  <PageLink action={point.action} className="flex min-h-11 w-fit items-center text-link" />
                )}
              </dd>
            </div>
          ))}
          {certificates.names.length === 0 ? null : (
            <div className="border-t border-control py-5">
              <dt className="font-medium">{certificates.title}</dt>
              <dd className="mt-1 text-muted">{certificates.names.join(', ')}</dd>
            </div>
          )}
        </dl>
      </div>
    </section>
  );
}
