import type { Rolldown } from 'vite';

/** Matches modules by a part of their path, on every system. */
function modules(pattern: string): RegExp {
  return new RegExp(`[\\\\/](?:${pattern.replaceAll('/', '[\\\\/]')})`);
}

/**
 * Which modules come in one file. Many small files compress badly, because none can refer to what another has said;
 * one big file brings every page what only some need. So there is one file with what every page stands in, one for
 * each group of sections that several pages share, and one for each page. A module is taken by the first group that
 * names it, with what it imports; what no group names is split by who needs it.
 */
export const codeSplitting: Rolldown.CodeSplittingOptions = {
  groups: [
    // The remote itself and the files beside it, with React's way of making elements.
    {
      name: 'core',
      test: modules(
        'marketing/src/[a-z-]+\\.tsx?$|shared/src/ui/(button|owner-root)|content/plan-names\\.ts',
      ),
    },
    { name: 'figures', test: modules('content/(claims|refinement-steps)\\.ts|figures/dot-path|motion/') },
    { name: 'ticked-item', test: modules('sections/ticked-item') },
    { name: 'blocks', test: modules('sections/[a-z-]+\\.tsx') },
    { name: 'problem', test: modules('sections/home/problem|content/problem\\.ts') },
    { name: 'plan-facts', test: modules('content/plan-facts\\.ts|sections/plans/meter-scale') },
    { name: 'plans', test: modules('sections/plans/plans-section|content/plans\\.ts') },
    { name: 'home', test: modules('sections/home/|routes/(home|original)/|content/(home|add-ons)\\.ts') },
    { name: 'service', test: modules('sections/service/') },
  ].map((group, place, all) => ({ ...group, priority: all.length - place })),
};
