import { z } from 'zod';
import { claimSchema, closingSchema, text } from '../content-schemas.ts';

/** A year of the company, in order. */
const milestoneSchema = z.object({
  year: z.number().int().min(2018),
  title: text,
  description: text,
});
export type Milestone = z.infer<typeof milestoneSchema>;

export const aboutPageSchema = z.object({
  title: text,
  intro: text,
  /** Below the drawing of the headline. */
  caption: text,
  timeline: z.object({ title: text, milestones: z.array(milestoneSchema).min(2) }),
  /** Numbered, in order. */
  principles: z.object({
    title: text,
    items: z.array(z.object({ title: text, description: text })).min(3),
  }),
  /** Figures on ink. */
  reach: z.object({ title: text, claims: z.array(claimSchema).length(4) }),
  closing: closingSchema,
});
export type AboutPageContent = z.infer<typeof aboutPageSchema>;
