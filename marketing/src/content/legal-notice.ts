import type { LegalPageContent } from './legal-schemas.ts';

/** The notice about both legal texts. */
export const LEGAL_NOTICE: Pick<LegalPageContent, 'notice' | 'lastUpdated' | 'contents'> = {
  notice: {
    title: 'Preliminary version pending legal review',
    description: 'It says what we intend. The reviewed text will take its place and may differ from it.',
  },
  lastUpdated: 'Last updated:',
  contents: 'On this page',
};
