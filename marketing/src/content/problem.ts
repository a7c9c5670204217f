import type { ProblemContent } from './content-schemas.ts';

export const PROBLEM: ProblemContent = {
  title: 'Most pipelines leak before the first call.',
  intro: 'Three faults in the data cost more than any campaign that is built on it.',
  points: [
    {
      figure: 'inaccurate',
      title: 'Inaccurate lead data',
      description:
        'Lists age faster than they are bought. Wrong numbers, old jobs and closed inboxes take the hours that were meant for selling.',
    },
    {
      figure: 'surface',
      title: 'Surface-level prospect understanding',
      description:
        'A name and a title say who a person is. They do not say what that person is trying to solve, or how soon.',
    },
    {
      figure: 'uncertain',
      title: 'Uncertain marketing ROI',
      description:
        'When most visitors stay anonymous, spend cannot be traced to revenue, and next quarter is planned on opinion.',
    },
  ],
};
