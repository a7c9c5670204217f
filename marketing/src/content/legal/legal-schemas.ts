import { z } from 'zod';
import { text } from '../content-schemas.ts';

/** A legal text: numbered sections of paragraphs. */
export const legalPageSchema = z.object({
  title: text,
  intro: text,
  /** Says how reliable the text is until lawyers have reviewed it. */
  notice: z.object({ title: text, description: text }),
  /** Text before the date. The date is today's, which only the browser knows. */
  lastUpdated: text,
  /** Heading of the list of sections. */
  contents: text,
  sections: z
    .array(
      z.object({
        /** Anchor of the section. */
        id: z.string().regex(/^[a-z-]+$/),
        title: text,
        /** Plain text, one entry each. */
        paragraphs: z.array(text).min(1),
      }),
    )
    .min(4),
});
export type LegalPageContent = z.infer<typeof legalPageSchema>;
