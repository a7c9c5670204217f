/** The five passes, in their order: their names stand on several pages. */
export const REFINEMENT_STEPS = [
  {
    title: 'Ideal customer persona generation',
    description:
      'Your best customers are described by what they have in common, in terms that can be searched for.',
  },
  {
    title: 'Advanced persona generation',
    description: 'The description learns motives, habits and timing, and splits where buyers differ.',
  },
  {
    title: 'In-market audience identification',
    description: 'Of all who fit, those remain who are reading about the subject this week.',
  },
  {
    title: 'AI-powered analysis',
    description: 'Each of them is ranked by how likely, how soon and for what reason.',
  },
  {
    title: 'Actionable intelligence',
    description: 'A name, a way to reach it and a reason to call arrive where your team works.',
  },
];
