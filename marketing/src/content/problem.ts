import type { ProblemContent } from './content-schemas.ts';

export const PROBLEM = {
  title: 'Most pipelines leak before the first call.',
  intro: 'Three problems with data cost more than the campaigns built on it.',
  points: [
    {
      figure: 'inaccurate',
      title: 'Inaccurate lead data',
      description:
        'Lists go out of date quickly. Wrong numbers, old jobs and closed inboxes eat the hours meant for selling.',
    },
    {
      figure: 'surface',
      title: 'Surface-level prospect understanding',
      description: 'A name and a title tell you who someone is, but not what they need or how soon.',
    },
    {
      figure: 'uncertain',
      title: 'Uncertain marketing ROI',
      description:
        "When most visitors stay anonymous, you can't trace spend to revenue. You plan the next quarter on opinion.",
    },
  ],
} satisfies ProblemContent;
