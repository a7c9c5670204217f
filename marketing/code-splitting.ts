/** Matches modules by part of their path, on every operating system. */
function modules(pattern: string): RegExp {
  return new RegExp(`[\\\\/](?:${pattern.replaceAll('/', '[\\\\/]')})`);
}

/** The frame of every page, and the small components that most pages use. */
export const CORE = modules(
  'marketing/src/[a-z-]+\\.tsx?$|shared/src/(ui/(button|owner-root)|brand/|contracts/remote/demo-link|lib/duration-words)|' +
    'content/(plan-names|claims|refinement-steps|contact-promises)\\.ts|figures/dot-path|motion/|sections/[a-z-]+\\.tsx|' +
    'sections/contact/(contact-query|use-contact-dialog)',
);

/**
 * One file for each group of sections that several pages share, and one for each page. If a page shares sections with
 * another one, both have the same file name (tools/build/merge-facades.ts). A module belongs to the first group that
 * names it, with its imports. Other modules are split by the pages that need them.
 */
export const GROUPS: readonly { name: string; test: RegExp }[] = [
  {
    name: 'plans',
    test: modules(
      'content/(plan-facts|plans|problem)\\.ts|sections/home/problem|sections/plans/(meter-scale|price-state|use-plan-prices|plans-section)',
    ),
  },
  { name: 'home-page', test: modules('sections/home/|routes/home/|content/(home|add-ons)\\.ts') },
  {
    name: 'service',
    test: modules('sections/service/|marketing/src/figures/|content/(service-heads|compare-services)'),
  },
];
