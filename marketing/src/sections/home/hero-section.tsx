import { buttonClass } from '@corvane/shared/ui/button';
import { CLAIMS } from '../../content/claims.ts';
import { HERO } from '../../content/home.ts';
import { dotPath } from '../../figures/dot-path.ts';
import { FIELD_HEIGHT, foundIn, refinementField } from '../../figures/refinement-field.ts';
import { PageLink } from '../../page-link.tsx';

/** The promise, the main action, a buyer's quote, a drawing across the screen, and two results. */
export function HeroSection() {
  const { quote } = HERO;
  return (
    <section aria-labelledby="hero-title" className="overflow-hidden">
      <div className="mx-auto max-w-page px-4 pt-12 md:px-6 md:pt-16 lg:pt-20">
        <p className="font-medium text-teal">{HERO.subtitle}</p>
        <h1
          id="hero-title"
          className="mt-4 max-w-[12em] text-[clamp(2.75rem,1.4rem+5.2vw,6rem)] leading-[0.98] tracking-[-0.03em]"
        >
          {HERO.title}
        </h1>
        <div className="mt-8 grid gap-x-16 gap-y-10 lg:mt-10 lg:grid-cols-12">
          <div className="lg:col-span-7">
            <p className="max-w-[38rem] text-lead text-muted">{HERO.description}</p>
            <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
              <PageLink
                action={HERO.action}
                className={buttonClass('signal', 'min-h-14 w-full px-6 text-lg sm:w-auto')}
              />
              <PageLink action={HERO.secondary} className="inline-flex min-h-11 items-center text-link" />
            </div>
          </div>
          <figure className="border-l-2 border-ink pl-6 lg:col-span-5 lg:self-end">
            <blockquote className="font-display text-2xl leading-snug font-medium text-balance">
              <p>“{quote.quote}”</p>
            </blockquote>
            <figcaption className="mt-4 text-muted">
              {quote.role}, {quote.industry}
              <PageLink
                action={HERO.stories}
                className="flex min-h-11 w-fit items-center text-sm text-link"
              />
            </figcaption>
          </figure>
        </div>
      </div>
      <RefinementStrip />
      <HeroClaims />
    </section>
  );
}

interface Drawing {
  width: number;
  /** Scale of the marks: a small drawing has larger ones in proportion. */
  weight: number;
  className: string;
  paths: Record<'noise' | 'sorted' | 'found', string>;
}

/** The same drawing for wide and narrow screens. Neither is cut from the other. */
const DRAWINGS: readonly Drawing[] = [
  drawing(1440, 1, 'hidden h-60 lg:block'),
  drawing(720, 1.25, 'block aspect-3/1 lg:hidden'),
];

function drawing(width: number, weight: number, className: string): Drawing {
  const { noise, sorted, found } = refinementField(width);
  const paths = { noise: dotPath(noise), sorted: dotPath(sorted), found: dotPath(found) };
  return { width, weight, className, paths };
}

/** From all records to the one that counts, from edge to edge. */
function RefinementStrip() {
  const { strip } = HERO;
  return (
    <figure className="mt-10 md:mt-12">
      <div role="img" aria-label={strip.alternative}>
        {DRAWINGS.map((field) => (
          <Field key={field.width} {...field} />
        ))}
      </div>
      <div aria-hidden="true" className="ruler opacity-70" />
      <figcaption className="flex justify-between gap-6 px-4 pt-3 text-sm text-muted md:px-6">
        <span>{strip.from}</span>
        <span className="text-right font-semibold text-ink">{strip.to}</span>
      </figcaption>
    </figure>
  );
}

function Field({ width, weight, className, paths }: Drawing) {
  const { x, y } = foundIn(width);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${FIELD_HEIGHT}`}
      preserveAspectRatio="xMaxYMid slice"
      className={`w-full ${className}`}
      fill="none"
      strokeLinecap="round"
    >
      <path d={paths.noise} className="stroke-control" strokeWidth={3.5 * weight} />
      <path d={paths.sorted} className="stroke-faint" strokeWidth={5 * weight} />
      <path d={paths.found} className="stroke-data" strokeWidth={8 * weight} />
      <g className="stroke-signal" strokeWidth={1.5 * weight}>
        <circle cx={x} cy={y} r="26" />
        <path d={`M${x} ${y + 26}V${FIELD_HEIGHT}`} />
        <path d={`M${x} ${y}h0`} strokeWidth={18 * weight} />
      </g>
    </svg>
  );
}

/** The two results that buyers ask about first, each drawn against its reference. */
function HeroClaims() {
  const { salesCycle, qualifiedLeads } = CLAIMS;
  return (
    <div className="mx-auto max-w-page px-4 py-16 md:px-6 md:py-20">
      <div className="grid gap-x-12 gap-y-12 md:grid-cols-2">
        <div>
          <Figure {...salesCycle} />
          <Bars without={100} with={100 - salesCycle.amount} />
        </div>
        <div>
          <Figure {...qualifiedLeads} />
          <Bars without={100 / qualifiedLeads.amount} with={100} />
        </div>
      </div>
      <p className="mt-8 text-sm text-muted">{HERO.claimsNote}</p>
    </div>
  );
}

function Figure({ written, label }: { written: string; label: string }) {
  return (
    <p>
      <span className="block font-display text-figure font-semibold tabular">{written}</span>
      <span className="mt-2 block text-lead">{label}</span>
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
