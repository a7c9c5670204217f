import { ABOUT_PAGE } from '../../content/about/about-page.ts';
import { ClaimsBand } from '../../sections/claims-band.tsx';
import { ClosingSection } from '../../sections/closing-section.tsx';
import type { Sections } from '../../static-sections/sections-context.ts';
import { PrinciplesSection } from './principles-section.tsx';
import { TenOfAThousand } from './ten-of-a-thousand.tsx';
import { Timeline } from './timeline.tsx';

const { title, intro, caption, timeline, principles, reach, closing } = ABOUT_PAGE;

export default {
  intro: () => (
    <div className="mx-auto max-w-page px-4 pt-12 md:px-6 md:pt-20">
      <h1 className="max-w-[16em] text-display">{title}</h1>
      <p className="mt-6 max-w-measure text-lead text-muted lg:ml-auto">{intro}</p>
      <figure className="mt-10 md:mt-14">
        <TenOfAThousand />
        <div aria-hidden="true" className="mt-4 ruler opacity-60" />
        <figcaption className="pt-3 text-sm text-muted">{caption}</figcaption>
      </figure>
    </div>
  ),
  timeline: () => (
    <section aria-labelledby="timeline-title" className="mx-auto max-w-page px-4 py-16 md:px-6 md:py-24">
      <h2 id="timeline-title" className="mb-10 text-title">
        {timeline.title}
      </h2>
      <Timeline milestones={timeline.milestones} />
    </section>
  ),
  principles: () => <PrinciplesSection content={principles} />,
  claims: () => <ClaimsBand title={reach.title} claims={reach.claims} />,
  closing: () => <ClosingSection content={closing} />,
} satisfies Sections;
