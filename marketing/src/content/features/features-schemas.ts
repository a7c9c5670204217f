import { z } from '@corvane/shared/lib/zod';
import { actionSchema, claimSchema, pointSchema, text } from '../content-schemas.ts';

/** One of the four features. */
const featureCardSchema = z.extend(pointSchema, {
  /** The drawing on the card. */
  icon: z.enum(['target', 'layers', 'trace', 'group']),
  /** Background of the card. */
  color: z.enum(['ink', 'paper', 'sunken', 'teal']),
  /** One fact below the description. */
  detail: text,
});
export type FeatureCard = z.infer<typeof featureCardSchema>;

/** A customer's story in a customer's words. */
const testimonialSchema = z.object({
  /** Subject of the story, in a few words. */
  title: text,
  /** The customer, described but not named. */
  company: text,
  industry: text,
  /** Their words, without quotation marks. */
  quote: text,
  author: text,
  role: text,
});

export const featuresPageSchema = z.object({
  hero: z.object({
    subtitle: text,
    title: text,
    description: text,
    action: actionSchema,
    /** Figures beside the headline. */
    claims: z.array(claimSchema).check(z.length(3)),
  }),
  features: z.object({ title: text, intro: text, cards: z.array(featureCardSchema).check(z.length(4)) }),
  stories: z.object({
    title: text,
    /** Below the title. */
    note: text,
    /** Names of the two arrows, for screen readers. */
    previous: text,
    next: text,
    testimonials: z.array(testimonialSchema).check(z.length(3)),
  }),
  superPixel: z.object({
    title: text,
    problem: pointSchema,
    solution: pointSchema,
    /** How it recognizes a visitor, in three cards. */
    approach: z.object({ title: text, cards: z.array(pointSchema).check(z.length(3)) }),
    /** Lines with a tick. */
    differentiators: z.object({ title: text, items: z.array(text).check(z.length(4)) }),
    action: actionSchema,
  }),
  /** Two cards, each with a figure above it. */
  technology: z.object({
    title: text,
    cards: z.array(z.extend(pointSchema, { claim: claimSchema })).check(z.length(2)),
  }),
  /** Five steps along a line, in this order. */
  howItWorks: z.object({ title: text, steps: z.array(pointSchema).check(z.length(5)) }),
  plans: z.object({
    title: text,
    description: text,
    /** The button that shows the plans, and the one that hides them again. */
    show: text,
    hide: text,
    /** Link to the plans for visitors without JavaScript. */
    page: actionSchema,
  }),
});
export type FeaturesPageContent = z.infer<typeof featuresPageSchema>;
