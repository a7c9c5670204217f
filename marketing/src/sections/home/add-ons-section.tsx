import { buttonClass } from '@corvane/shared/ui/button';
import type { AddOnsContent } from '../../content/content-schemas.ts';
import { Reveal } from '../../motion/reveal.tsx';
import { PageLink } from '../../page-link.tsx';
import { AddOnFigure } from './add-on-figure.tsx';

/** Add-ons for a plan. */
export function AddOnsSection({ content }: { content: AddOnsContent }) {
  return (
    <section aria-labelledby="add-ons-title" className="mx-auto max-w-page px-4 py-16 md:px-6 md:py-24">
      <div className="lg:grid lg:grid-cols-12 lg:items-baseline">
        <h2 id="add-ons-title" className="text-title lg:col-span-5">
          {content.title}
        </h2>
        <p className="mt-3 text-lead text-muted lg:col-span-6 lg:col-start-7">{content.intro}</p>
      </div>
      <ul className="mt-10 grid gap-x-10 gap-y-12 lg:grid-cols-3">
        {content.services.map(({ slug, name, description, benefits, action }) => (
          <Reveal
            as="li"
            key={slug}
            className="grid gap-x-8 gap-y-6 sm:grid-cols-[16rem_1fr] lg:grid-cols-1 lg:content-start"
          >
            <div className="grid items-center border-t-2 border-ink bg-sunken p-6">
              <AddOnFigure slug={slug} />
            </div>
            <div>
              <h3 className="text-heading">{name}</h3>
              <p className="mt-2 text-muted lg:min-h-[2lh]">{description}</p>
              <ul className="mt-4">
                {benefits.map((benefit) => (
                  <li key={benefit} className="border-t border-line py-2">
                    {benefit}
                  </li>
                ))}
              </ul>
              <PageLink
                action={action}
                about={name}
                className="mt-2 inline-flex min-h-11 items-center text-link"
              />
            </div>
          </Reveal>
        ))}
      </ul>
      <PageLink action={content.all} className={buttonClass('outline', 'mt-10')} />
    </section>
  );
}
