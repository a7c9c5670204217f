import { BRAND } from '@corvane/shared/brand/brand';
import type { ReactNode } from 'react';

export interface CardContent {
  /** Name of the picture, without its extension. */
  name: string;
  /** The name of the page. */
  kicker: string;
  headline: string;
  /** The labels of the figure, from left to right. */
  from: string;
  to?: string;
  figure: ReactNode;
  /** Position of the figure: beside the headline, below it, or below it from edge to edge. */
  layout: 'beside' | 'below' | 'bleed';
}

/** One picture, 1200 x 630 px, in the type and colors of the site. */
export function Card({ kicker, headline, from, to, figure, layout }: CardContent) {
  const length = headline.length < 24 ? 'short' : headline.length > 48 ? 'long' : '';
  return (
    <div className={`card ${layout === 'bleed' ? 'below bleed' : layout} ${length}`}>
      <div className="head">
        <span className="brand">
          <svg viewBox="0 0 32 32" fill="none">
            <title>{BRAND.name}</title>
            <path
              d="M23.1 7.2A11.3 11.3 0 1 0 23.1 24.8"
              className="stroke-ink"
              strokeWidth="3.6"
              strokeLinecap="round"
            />
            <path d="M16 16h4.4" className="stroke-ink" strokeWidth="1.6" strokeLinecap="round" />
            <path d="M25.6 16h0" className="stroke-signal" strokeWidth="6.8" strokeLinecap="round" />
          </svg>
          {BRAND.name}
        </span>
        <span className="kicker">{kicker}</span>
      </div>
      <h1>{headline}</h1>
      <div className="figure">{figure}</div>
      <div className="rule" />
      <div className="foot">
        <span>{from}</span>
        <span>{to}</span>
      </div>
    </div>
  );
}
