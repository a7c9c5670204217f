/** The five passes, in order. Several pages show their names. */
export const REFINEMENT_STEPS = [
  {
    title: 'Ideal customer persona generation',
    description: 'We describe what your best customers have in common, in terms we can search for.',
  },
  {
    title: 'Advanced persona generation',
    description: 'We add motives, habits and timing, and split the persona where buyers differ.',
  },
  {
    title: 'In-market audience identification',
    description: 'Of everyone who fits, we keep those who are reading about your subject this week.',
  },
  {
    title: 'AI-powered analysis',
    description: 'We rank each one by how likely they are to buy, how soon and why.',
  },
  {
    title: 'Actionable intelligence',
    description: 'A name, a way to reach them and a reason to call arrive in the tools your team uses.',
  },
];
