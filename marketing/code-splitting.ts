/** Matches modules by part of their path, on every operating system. */
function modules(pattern: string): RegExp {
  return new RegExp(`[\\\\/](?:${pattern.replaceAll('/', '[\\\\/]')})`);
}

/** The frame of every page, and the small components that most pages use before anybody reaches for anything. */
export const CORE = modules(
  'marketing/src/[a-z-]+\\.tsx?$|shared/src/(ui/(button|owner-root)|brand/(?!owner-)|contracts/(remote/(api-error|demo-link)|backend/terms)|first-paint/lay-out-all)|' +
    'static-sections/(static-section|with-sections)|content/(plan-names|promise-link)\\.ts|' +
    'sections/contact/(contact-query|contact-dialog-link)',
);

/**
 * One file for each group of sections that several pages share, and one for each page. If a page shares sections with
 * another one, both have the same file name (tools/build/merge-facades.ts). A module belongs to the first group that
 * names it, with its imports. Other modules are split by the pages that need them. Sections without behavior are in
 * files of their own. The page that a visitor begins with does not load them.
 */
export const GROUPS: readonly { name: string; test: RegExp }[] = [
  {
    name: 'plans-page',
    test: modules(
      'routes/plans-page|content/(plan-facts|plans)\\.ts|sections/plans/(meter-scale|plans-section|price-state|use-prices)',
    ),
  },
  {
    name: 'comparison-page',
    test: modules('routes/comparison/comparison-page|content/comparison/comparison-controls\\.ts'),
  },
  {
    name: 'features-page',
    test: modules('routes/features/features-page|content/features/features-controls'),
  },
  { name: 'data-refinement-page', test: modules('data-refinement-(page|dialog)') },
  { name: 'contact-form', test: modules('sections/contact/(use-)?contact-(form|request|draft|thanks)') },
  { name: 'contact-page', test: modules('routes/contact/contact-page|content/contact/contact-page') },
  { name: 'legal-page', test: modules('legal-(page|notice)') },
  {
    name: 'static-sections',
    test: modules(
      'sections/(claim-words|shared-sections|sample-figure)\\.tsx|sections/home/problem|figures/dot-path|content/(claims|problem|data-refinement/refinement-steps)\\.ts|brand/owner-figures',
    ),
  },
  { name: 'home-sections', test: modules('sections/home/|routes/home/|content/(home|add-ons)\\.ts') },
  {
    name: 'service',
    test: modules('routes/services/point-sections|marketing/src/figures/|content/services/service-heads'),
  },
];
