import { TRUST } from '../../content/contact/trust.ts';
import { PageLink } from '../../page-link.tsx';
import type { Sections } from '../../static-sections/static-section.tsx';

export default { trust: TrustSection } satisfies Sections;

/**
 * Where the data comes from, how it is protected, and how a person opts out. Certificates appear only if there
 * are any.
 */
function TrustSection() {
  const { title, points, certificates, privacy } = TRUST;
  return (
    <section aria-labelledby="trust-title" className="border-t border-line bg-sunken">
      <div className="mx-auto max-w-page px-4 py-16 md:px-6 lg:grid lg:grid-cols-12 lg:gap-x-16">
        <div className="lg:col-span-4">
          <h2 id="trust-title" className="text-title">
            {title}
          </h2>
          <PageLink action={privacy} className="mt-4 inline-flex min-h-11 items-center text-link" />
        </div>
        <dl className="mt-8 grid gap-x-12 sm:grid-cols-2 lg:col-span-8 lg:mt-0">
          {points.map((point) => (
            <div key={point.title} className="border-t border-control py-5">
              <dt className="font-semibold">{point.title}</dt>
              <dd className="mt-1 text-muted">
                {point.description}
                {point.action === undefined ? null : (
                  <PageLink action={point.action} className="flex min-h-11 w-fit items-center text-link" />
                )}
              </dd>
            </div>
          ))}
          {certificates.names.length === 0 ? null : (
            <div className="border-t border-control py-5">
              <dt className="font-semibold">{certificates.title}</dt>
              <dd className="mt-1 text-muted">{certificates.names.join(', ')}</dd>
            </div>
          )}
        </dl>
      </div>
    </section>
  );
}
