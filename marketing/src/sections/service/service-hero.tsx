import { buttonClass } from '@corvane/shared/ui/button';
import type { ReactNode } from 'react';
import type { ServiceHeroContent } from '../../content/services/service-schema.ts';
import { PageLink } from '../../page-link.tsx';
import { Breadcrumb } from '../breadcrumb.tsx';

interface ServiceHeroProps {
  content: ServiceHeroContent;
  /** The drawing of the service. */
  figure: ReactNode;
  /** Position of the drawing: beside the text, or below it across the page. */
  layout: 'beside' | 'below';
  ground?: 'paper' | 'ink' | 'sunken';
}

const GROUNDS = { paper: '', ink: 'ground-ink', sunken: 'bg-sunken' } as const;

/** The promise of a service, its main action, and its drawing. */
export function ServiceHero({ content, figure, layout, ground = 'paper' }: ServiceHeroProps) {
  const { name, title, description, action, caption } = content;
  const isBeside = layout === 'beside';
  return (
    <section aria-labelledby="hero-title" className={GROUNDS[ground]}>
      <div
        className={`mx-auto grid max-w-page gap-x-16 gap-y-12 px-4 pt-12 pb-16 md:px-6 md:pt-16 md:pb-20 ${
          isBeside ? 'lg:grid-cols-12 lg:items-center' : ''
        }`}
      >
        <div className={isBeside ? 'lg:col-span-6' : ''}>
          <Breadcrumb name={name} />
          <h1 id="hero-title" className={`mt-2 text-display ${isBeside ? '' : 'max-w-[16em]'}`}>
            {title}
          </h1>
          <div className={isBeside ? '' : 'flex flex-wrap items-end justify-between gap-x-16'}>
            <p className="mt-6 max-w-measure text-lead text-muted">{description}</p>
            <PageLink
              action={action}
              className={buttonClass('signal', 'mt-8 min-h-14 w-full px-6 text-lg sm:w-auto')}
            />
          </div>
        </div>
        <figure className={isBeside ? 'lg:col-span-6' : ''}>
          {figure}
          <div aria-hidden="true" className="mt-4 ruler opacity-60" />
          <figcaption className="pt-3 text-sm text-muted">{caption}</figcaption>
        </figure>
      </div>
    </section>
  );
}
