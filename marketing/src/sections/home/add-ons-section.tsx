import type { ReactNode } from 'react';
import { ADD_ONS } from '../../content/add-ons.ts';
import { CLAIMS } from '../../content/claims.ts';
import { dotPath, gridOf, scatter } from '../../figures/dot-path.ts';
import { PageLink } from '../../page-link.tsx';
import { Reveal } from '../../reveal.tsx';

/** Add-ons for a plan: a row each on a wide screen, a card each on a phone. */
export function AddOnsSection() {
  return (
    <section aria-labelledby="add-ons-title" className="mx-auto max-w-page px-4 py-12 md:px-6 md:py-16">
      <div className="flex flex-wrap items-baseline justify-between gap-x-12 gap-y-3">
        <h2 id="add-ons-title" className="text-subtitle">
          {ADD_ONS.title}
        </h2>
        <p className="text-muted">
          {ADD_ONS.intro} <PageLink action={ADD_ONS.all} className="text-link" />
        </p>
      </div>
      <ul className="swipe mt-8">
        {ADD_ONS.services.map(({ slug, name, description, benefits, action }) => (
          <Reveal
            as="li"
            key={slug}
            className="grid content-start gap-x-10 gap-y-6 md:grid-cols-[1fr_16rem] md:border-t md:border-control md:py-8"
          >
            <div className="grid items-center bg-sunken p-6 md:order-last">
              <AddOnFigure slug={slug} />
            </div>
            <div className="gap-x-10 lg:grid lg:grid-cols-[7fr_5fr] lg:grid-rows-[auto_auto_1fr]">
              <h3 className="text-heading">{name}</h3>
              <p className="mt-2 text-muted">{description}</p>
              <ul className="mt-4 lg:col-start-2 lg:row-span-3 lg:row-start-1 lg:mt-0">
                {benefits.map((benefit) => (
                  <li key={benefit} className="border-t border-line py-2">
                    {benefit}
                  </li>
                ))}
              </ul>
              <PageLink
                action={action}
                about={name}
                className="mt-2 flex min-h-11 w-fit items-center self-start text-link"
              />
            </div>
          </Reveal>
        ))}
      </ul>
    </section>
  );
}

const COLUMNS = 20;
const VISITS = gridOf(COLUMNS * 10, COLUMNS, 16);
/** The best match rate that we claim, as a share of the drawn visits. */
const IS_MATCHED = (index: number) => scatter(index + 31) < CLAIMS.matchRate.amount / 100;
const square = ({ x, y }: { x: number; y: number }) => `M${x} ${y}h11v11h-11z`;
const MATCHED = VISITS.filter((_, index) => IS_MATCHED(index))
  .map(square)
  .join('');
const UNMATCHED = VISITS.filter((_, index) => !IS_MATCHED(index))
  .map(square)
  .join('');

/** Fields of five records: the known fields and the filled-in fields. */
const RECORDS = [
  [70, 40, 0],
  [90, 0, 60],
  [50, 64, 36],
  [84, 0, 0],
  [64, 48, 70],
] as const;
const SLOT_STARTS = [0, 112, 220] as const;
const known = RECORDS.map((widths, row) =>
  widths.map((width, slot) => bar(row, slot, 0, width)).join(''),
).join('');
const filled = RECORDS.map((widths, row) =>
  widths
    .map((width, slot) => (width === 0 ? bar(row, slot, 0, 60 + ((row * 13 + slot * 7) % 30)) : ''))
    .join(''),
).join('');

function bar(row: number, slot: number, from: number, width: number): string {
  return width === 0 ? '' : `M${(SLOT_STARTS[slot] ?? 0) + from + 6} ${row * 34 + 10}h${width}`;
}

/** Deals on both sides of the line that the model learned. */
const DEALS = Array.from({ length: 70 }, (_, index) => ({
  x: 8 + scatter(index) * 299,
  y: 8 + scatter(index + 997) * 144,
}));
const IS_WON = ({ x, y }: { x: number; y: number }) => y < boundaryAt(x) - 8;
const WON = dotPath(DEALS.filter(IS_WON));
const LOST = dotPath(DEALS.filter((deal) => deal.y > boundaryAt(deal.x) + 8));

/** Height of the curve `M0 20C120 30 170 130 316 150` at x, accurate enough for placing dots. */
function boundaryAt(x: number): number {
  const share = x / 316;
  return 20 + 130 * share * share * (3 - 2 * share);
}
const BOUNDARY = Array.from({ length: 33 }, (_, step) => {
  const x = (316 / 32) * step;
  return `${step === 0 ? 'M' : 'L'}${x.toFixed(1)} ${boundaryAt(x).toFixed(1)}`;
}).join('');

const FIGURES: Record<string, ReactNode> = {
  'pixel-package': (
    <>
      <path d={UNMATCHED} className="fill-faint" />
      <path d={MATCHED} className="fill-data" />
    </>
  ),
  'contact-enhancement': (
    <g strokeWidth="10" strokeLinecap="round">
      <path d={known} className="stroke-faint" />
      <path d={filled} className="stroke-data" />
    </g>
  ),
  'custom-model': (
    <g strokeLinecap="round" strokeLinejoin="round">
      <path d={LOST} className="stroke-faint" strokeWidth="9" />
      <path d={WON} className="stroke-data" strokeWidth="9" />
      <path d={BOUNDARY} className="stroke-ink" strokeWidth="2" />
    </g>
  ),
};

/** A drawing of an add-on's effect on the data. The text below says the same. */
function AddOnFigure({ slug }: { slug: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 315 160" className="block w-full" fill="none">
      {FIGURES[slug]}
    </svg>
  );
}
