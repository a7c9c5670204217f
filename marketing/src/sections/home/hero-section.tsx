import { buttonClass } from '@corvane/shared/ui/button';
import type { HeroContent } from '../../content/content-schemas.ts';
import { PageLink } from '../../page-link.tsx';
import { RefinementStrip } from './refinement-strip.tsx';

/** The promise, the way to it, and the whole idea drawn once across the screen. */
export function HeroSection({ content }: { content: HeroContent }) {
  return (
    <section aria-labelledby="hero-title" className="overflow-hidden">
      <div className="mx-auto max-w-page px-4 pt-12 md:px-6 md:pt-16 lg:pt-20">
        <p className="font-medium text-teal">{content.subtitle}</p>
        <h1
          id="hero-title"
          className="mt-4 max-w-[12em] text-[clamp(2.75rem,1.4rem+5.2vw,6rem)] leading-[0.98] tracking-[-0.03em]"
        >
          {content.title}
        </h1>
        <div className="mt-8 grid items-end gap-8 lg:mt-10 lg:grid-cols-12">
          <p className="max-w-measure text-lead text-muted lg:col-span-7 lg:max-w-[38rem]">
            {content.description}
          </p>
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3 lg:col-span-5 lg:justify-end">
            <PageLink
              action={content.action}
              className={buttonClass('signal', 'min-h-14 w-full px-6 text-lg sm:w-auto')}
            />
            <PageLink action={content.secondary} className="inline-flex min-h-11 items-center text-link" />
          </div>
        </div>
      </div>
      <RefinementStrip labels={content.strip} />
    </section>
  );
}
