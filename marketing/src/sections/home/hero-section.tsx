import { buttonClass } from '@corvane/shared/ui/button';
import { CLAIMS } from '../../content/claims.ts';
import type { Claim } from '../../content/content-schemas.ts';
import { HERO } from '../../content/home.ts';
import { dotPath } from '../../figures/dot-path.ts';
import { FIELD_HEIGHT, foundIn, refinementField } from '../../figures/refinement-field.ts';
import { PageLink } from '../../page-link.tsx';
import { ClaimLabel } from '../claim-words.tsx';
import { SampleFigure } from '../sample-figure.tsx';

/** The promise, the main action, what a customer receives, a drawing across a wide screen, two results and a quote. */
export function HeroSection() {
  return (
    <section aria-labelledby="hero-title" className="overflow-hidden">
      <div className="mx-auto grid max-w-page gap-x-16 gap-y-10 px-4 pt-10 md:px-6 md:pt-16 lg:grid-cols-12 lg:items-center">
        <div className="lg:col-span-7">
          <p className="font-medium text-teal">{HERO.subtitle}</p>
          {/* On the widest phones, both faces then break it alike: see decision 21. */}
          <h1 id="hero-title" className="mt-4 text-display min-[25rem]:max-[27rem]:pr-6">
            {HERO.title}
          </h1>
          <p className="mt-6 max-w-[40rem] text-lead text-muted">{HERO.description}</p>
          <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
            <PageLink
              action={HERO.action}
              className={buttonClass('signal', 'min-h-14 w-full px-6 text-lg sm:w-auto')}
            />
            <PageLink action={HERO.secondary} className="inline-flex min-h-11 items-center text-link" />
          </div>
        </div>
        <SampleFigure sample={HERO.sample} className="lg:col-span-5" />
      </div>
      <RefinementStrip />
      <HeroClaims />
    </section>
  );
}

const STRIP_WIDTH = 1440;
const FIELD = refinementField(STRIP_WIDTH);
const FOUND = foundIn(STRIP_WIDTH);

/** From all records to the one that counts, from edge to edge. On a narrow screen it would be too small to read. */
function RefinementStrip() {
  const { strip } = HERO;
  return (
    <figure className="mt-12 max-lg:hidden">
      <svg
        role="img"
        aria-label={strip.alternative}
        viewBox={`0 0 ${STRIP_WIDTH} ${FIELD_HEIGHT}`}
        preserveAspectRatio="xMaxYMid slice"
        className="h-60 w-full"
        fill="none"
        strokeLinecap="round"
      >
        <path d={dotPath(FIELD.noise)} className="stroke-control" strokeWidth="3.5" />
        <path d={dotPath(FIELD.sorted)} className="stroke-faint" strokeWidth="5" />
        <path d={dotPath(FIELD.found)} className="stroke-data" strokeWidth="8" />
        <g className="stroke-signal" strokeWidth="1.5">
          <circle cx={FOUND.x} cy={FOUND.y} r="26" />
          <path d={`M${FOUND.x} ${FOUND.y + 26}V${FIELD_HEIGHT}`} />
          <path d={`M${FOUND.x} ${FOUND.y}h0`} strokeWidth="18" />
        </g>
      </svg>
      <div aria-hidden="true" className="ruler opacity-70" />
      <figcaption className="flex justify-between gap-6 px-6 pt-3 text-sm text-muted">
        <span>{strip.from}</span>
        <span className="font-medium text-ink">{strip.to}</span>
      </figcaption>
    </figure>
  );
}

/** The two results that buyers ask about first, each drawn against its reference, and what a buyer says. */
function HeroClaims() {
  const { salesCycle, qualifiedLeads } = CLAIMS;
  const { quote } = HERO;
  return (
    <div className="mx-auto max-w-page px-4 py-12 md:px-6 md:py-20">
      <div className="grid gap-x-12 gap-y-8 md:grid-cols-2 lg:grid-cols-[1fr_1fr_2fr]">
        <div>
          <Figure {...salesCycle} />
          <Bars without={100} with={100 - salesCycle.amount} />
        </div>
        <div>
          <Figure {...qualifiedLeads} />
          <Bars without={100 / qualifiedLeads.amount} with={100} />
          <p className="mt-5 text-sm text-muted">{HERO.claimsNote}</p>
        </div>
        <figure className="border-l-2 border-ink pl-6 md:max-lg:col-span-2">
          <blockquote className="font-display text-subtitle text-balance">
            <p>{`“${quote.quote}”`}</p>
          </blockquote>
          <figcaption className="mt-4 text-muted">
            {quote.role}, {quote.industry}
            <PageLink action={HERO.stories} className="flex min-h-11 w-fit items-center text-sm text-link" />
          </figcaption>
        </figure>
      </div>
    </div>
  );
}

function Figure(claim: Claim) {
  return (
    <p>
      <span className="block font-display text-figure tabular">{claim.written}</span>
      <ClaimLabel {...claim} />
    </p>
  );
}

/** Two lengths, in percent of the longer one. The figure above says the same in words. */
function Bars(lengths: { without: number; with: number }) {
  return (
    <div aria-hidden="true" className="mt-5 grid gap-3 text-sm text-muted">
      <div>
        {HERO.compared.without}
        <div className="mt-1 h-2 bg-faint" style={{ width: `${lengths.without}%` }} />
      </div>
      <div>
        {HERO.compared.with}
        <div className="mt-1 h-2 bg-data" style={{ width: `${lengths.with}%` }} />
      </div>
    </div>
  );
}
