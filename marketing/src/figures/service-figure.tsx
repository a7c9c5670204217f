import type { ReactNode } from 'react';
import { FilledRecords } from './filled-records.tsx';
import { IdentityGraph } from './identity-graph.tsx';
import { RankedProspects } from './ranked-prospects.tsx';
import { SignalMatrix } from './signal-matrix.tsx';
import { StepField } from './step-field.tsx';
import { VisitBlocks } from './visit-blocks.tsx';

/** The drawing of each service, for its own page and for the overview. */
const FIGURES: Record<string, ReactNode> = {
  'audience-creation': <SignalMatrix />,
  'data-refinement': <Passes />,
  'pixel-package': <VisitBlocks />,
  'super-pixel': <IdentityGraph />,
  'contact-enhancement': <FilledRecords />,
  'custom-model': <RankedProspects />,
};

export function ServiceFigure({ slug }: { slug: string }) {
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
