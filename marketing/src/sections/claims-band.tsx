import type { Claim } from '../content/content-schemas.ts';
import { ClaimLabel, FiguresNote } from './claim-words.tsx';

interface ClaimsBandProps {
  title: string;
  claims: readonly Claim[];
  ground?: 'ink' | 'paper';
}

/** One figure that speaks loud, and a quiet list of the others beside it. */
export function ClaimsBand({ title, claims: [first, ...others], ground = 'ink' }: ClaimsBandProps) {
  return (
    <section aria-labelledby="claims-title" className={ground === 'ink' ? 'ground-ink' : ''}>
      <div className="mx-auto grid max-w-page gap-x-16 gap-y-10 px-4 py-12 md:px-6 md:py-20 lg:grid-cols-12">
        <div className="lg:col-span-5">
          <h2 id="claims-title" className="text-heading">
            {title}
          </h2>
          {first === undefined ? null : (
            <p className="mt-8">
              <span className="block font-display text-[clamp(4rem,2.5rem+6vw,7.5rem)] leading-none font-semibold tracking-[-0.04em] tabular">
                {first.written}
              </span>
              <span className="mt-3 block text-lead">
                <ClaimLabel {...first} />
              </span>
            </p>
          )}
        </div>
        <div className="lg:col-span-7">
          <ul>
            {others.map((claim) => (
              <li
                key={claim.label}
                className="grid gap-x-10 border-t border-control py-4 md:grid-cols-[5fr_7fr] md:items-baseline"
              >
                <span className="font-display text-subtitle font-semibold tabular">{claim.written}</span>
                <span>
                  <ClaimLabel {...claim} />
                </span>
              </li>
            ))}
          </ul>
          <FiguresNote className="border-t border-control pt-4 text-sm text-muted" />
        </div>
      </div>
    </section>
  );
}
