import { CLAIMS } from '../../content/claims.ts';
import type { HeroContent } from '../../content/content-schemas.ts';

interface HeroClaimsProps {
  /** Names of the two bars of each comparison. */
  compared: HeroContent['compared'];
  note: string;
}

/** The two results that buyers ask about first, each drawn against its reference. */
export function HeroClaims({ compared, note }: HeroClaimsProps) {
  const { salesCycle, qualifiedLeads } = CLAIMS;
  return (
    <div className="mx-auto max-w-page px-4 py-16 md:px-6 md:py-20">
      <div className="grid gap-x-12 gap-y-12 md:grid-cols-2">
        <div>
          <Figure {...salesCycle} />
          <Bars compared={compared} without={100} with={100 - salesCycle.amount} />
        </div>
        <div>
          <Figure {...qualifiedLeads} />
          <Bars compared={compared} without={100 / qualifiedLeads.amount} with={100} />
        </div>
      </div>
      <p className="mt-8 text-sm text-muted">{note}</p>
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
function Bars(props: { compared: HeroContent['compared']; without: number; with: number }) {
  return (
    <div aria-hidden="true" className="mt-5 grid gap-3 text-sm text-muted">
      <div>
        {props.compared.without}
        <div className="mt-1 h-2 bg-faint" style={{ width: `${props.without}%` }} />
      </div>
      <div>
        {props.compared.with}
        <div className="mt-1 h-2 bg-data" style={{ width: `${props.with}%` }} />
      </div>
    </div>
  );
}
