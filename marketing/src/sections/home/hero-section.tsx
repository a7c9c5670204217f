import { buttonClass } from '@corvane/shared/ui/button';
import type { HeroContent } from '../../content/content-schemas.ts';
import { PageLink } from '../../page-link.tsx';
import { HeroClaims } from './hero-claims.tsx';
import { RefinementStrip } from './refinement-strip.tsx';

/** The promise, the main action, a buyer's quote, a drawing across the screen, and two results. */
export function HeroSection({ content }: { content: HeroContent }) {
  const { quote } = content;
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
        <div className="mt-8 grid gap-x-16 gap-y-10 lg:mt-10 lg:grid-cols-12">
          <div className="lg:col-span-7">
            <p className="max-w-[38rem] text-lead text-muted">{content.description}</p>
            <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
              <PageLink
                action={content.action}
                className={buttonClass('signal', 'min-h-14 w-full px-6 text-lg sm:w-auto')}
              />
              <PageLink action={content.secondary} className="inline-flex min-h-11 items-center text-link" />
            </div>
          </div>
          <figure className="border-l-2 border-ink pl-6 lg:col-span-5 lg:self-end">
            <blockquote className="font-display text-2xl leading-snug font-medium text-balance">
              <p>“{quote.quote}”</p>
            </blockquote>
            <figcaption className="mt-4 text-muted">
              {quote.role}, {quote.industry}
              <PageLink
                action={content.stories}
                className="flex min-h-11 w-fit items-center text-sm text-link"
              />
            </figcaption>
          </figure>
        </div>
      </div>
      <RefinementStrip labels={content.strip} />
      <HeroClaims compared={content.compared} note={content.claimsNote} />
    </section>
  );
}
