import type { Rolldown } from 'vite';

/** Matches modules by a part of their path, on every system. */
function modules(pattern: string): RegExp {
  return new RegExp(`[\\\\/](?:${pattern.replaceAll('/', '[\\\\/]')})`);
}

/**
 * Decides which modules share a file. Many small files compress badly, because none can refer to another. One big
 * file makes every page load code that only some pages need. So there is one file for the frame of every page, one
 * for each group of sections that several pages share, and one for each page. A module belongs to the first group
 * that names it, with its imports. Other modules are split by the pages that need them.
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
    { name: 'contact-dialog', test: modules('sections/contact/(contact-query|use-contact-dialog)') },
    {
      name: 'plan-facts',
      test: modules('content/plan-facts\\.ts|sections/plans/(meter-scale|price-state|use-plan-prices)'),
    },
    { name: 'plans', test: modules('sections/plans/plans-section|content/plans\\.ts') },
    { name: 'home', test: modules('sections/home/|routes/(home|original)/|content/(home|add-ons)\\.ts') },
    { name: 'service', test: modules('sections/service/') },
  ].map((group, place, all) => ({ ...group, priority: all.length - place })),
};
