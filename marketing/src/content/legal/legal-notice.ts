import type { LegalPageContent } from '../content-schemas.ts';

/** The notice above both legal texts. */
export const LEGAL_NOTICE = {
  notice: {
    title: 'Preliminary version pending legal review',
    description: 'This text says what we intend. The reviewed version will replace it and may differ.',
  },
  lastUpdated: 'Last updated:',
  contents: 'On this page',
} satisfies Pick<LegalPageContent, 'notice' | 'lastUpdated' | 'contents'>;
