import { scatter } from './dot-path.ts';

const PROSPECTS = 60;
const PITCH = 20;
const HEIGHT = 260;
/** Position of the line. The team works on prospects to its left. */
const CUT = 18;

interface Prospect {
  d: string;
  hasBought: boolean;
}

const RANKED: readonly Prospect[] = Array.from({ length: PROSPECTS }, (_, rank) => {
  const share = rank / (PROSPECTS - 1);
  const score = 1 - share ** 0.62 * 0.93 + (scatter(rank + 17) - 0.5) * 0.02;
  // Buyers are frequent on the left and rare on the right.
  const hasBought = scatter(rank + 401) < (rank < CUT ? 0.96 - share * 0.8 : 0.2 * (1 - share) + 0.03);
  const x = rank * PITCH + PITCH / 2 + (rank >= CUT ? PITCH : 0);
  return { hasBought, d: `M${x} ${HEIGHT}v-${Math.round(score * (HEIGHT - 20))}` };
});

const BOUGHT = RANKED.filter((prospect) => prospect.hasBought)
  .map((prospect) => prospect.d)
  .join('');
const NOT = RANKED.filter((prospect) => !prospect.hasBought)
  .map((prospect) => prospect.d)
  .join('');
const CUT_X = CUT * PITCH + PITCH / 2;

/** Prospects by score, highest first, with their outcome. */
export function RankedProspects() {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${(PROSPECTS + 1) * PITCH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-44 w-full md:h-64"
      fill="none"
      strokeWidth="13"
    >
      <path d={NOT} className="stroke-faint" />
      <path d={BOUGHT} className="stroke-data" />
      <path d={`M${CUT_X} 0V${HEIGHT}`} className="stroke-signal" strokeWidth="4" />
    </svg>
  );
}
