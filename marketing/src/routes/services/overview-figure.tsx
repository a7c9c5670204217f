import type { ReactNode } from 'react';
import { FilledRecords } from '../../figures/filled-records.tsx';
import { IdentityGraph } from '../../figures/identity-graph.tsx';
import { RankedProspects } from '../../figures/ranked-prospects.tsx';
import { SignalMatrix } from '../../figures/signal-matrix.tsx';
import { StepField } from '../../figures/step-field.tsx';
import { VisitBlocks } from '../../figures/visit-blocks.tsx';

/** The drawing of each service's own page. */
const FIGURES: Record<string, ReactNode> = {
  'audience-creation': <SignalMatrix />,
  'data-refinement': <Passes />,
  'pixel-package': <VisitBlocks />,
  'super-pixel': <IdentityGraph />,
  'contact-enhancement': <FilledRecords />,
  'custom-model': <RankedProspects />,
};

export function OverviewFigure({ slug }: { slug: string }) {
  return FIGURES[slug] ?? null;
}

/** The first pass, one in the middle, and the last. */
function Passes() {
  return (
    <div className="grid grid-cols-2 items-center gap-6">
      {[0, 2, 3, 4].map((pass) => (
        <StepField key={pass} pass={pass} />
      ))}
    </div>
  );
}
