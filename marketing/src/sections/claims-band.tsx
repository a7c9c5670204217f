import type { Claim } from '../content/content-schemas.ts';

interface ClaimsBandProps {
  title: string;
  claims: readonly Claim[];
  ground?: 'ink' | 'paper';
}

/** Figures in one row, read like a display. */
export function ClaimsBand({ title, claims, ground = 'ink' }: ClaimsBandProps) {
  return (
    <section aria-labelledby="claims-title" className={ground === 'ink' ? 'ground-ink' : ''}>
      <div className="mx-auto max-w-page px-4 py-14 md:px-6 md:py-20">
        <h2 id="claims-title" className="text-heading">
          {title}
        </h2>
        <ul
          className={`mt-6 grid gap-x-10 gap-y-10 border-t border-control pt-8 ${
            claims.length === 3
              ? 'md:grid-cols-[auto_auto_auto] md:justify-between md:max-lg:gap-x-6'
              : 'sm:grid-cols-2 lg:grid-cols-4'
          }`}
        >
          {claims.map(({ written, label }) => (
            <li key={label}>
              <span className="block font-display text-figure font-semibold tabular md:whitespace-nowrap">
                {written}
              </span>
              <span className="mt-2 block max-w-64 text-muted">{label}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
