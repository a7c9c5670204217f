import { z } from 'zod';
import { actionSchema, claimSchema, text } from './content-schemas.ts';

const pointSchema = z.object({ title: text, description: text });

export const featureCardSchema = pointSchema.extend({
  icon: z.enum(['target', 'layers', 'trace', 'group']),
  /** Ground of the card. */
  color: z.enum(['ink', 'paper', 'sunken', 'teal']),
  /** One fact below the description. */
  detail: text,
});
export type FeatureCard = z.infer<typeof featureCardSchema>;

/** A customer's story in a customer's words. */
export const testimonialSchema = z.object({
  title: text,
  company: text,
  industry: text,
  quote: text,
  author: text,
  role: text,
});
export type Testimonial = z.infer<typeof testimonialSchema>;

export const featuresPageSchema = z.object({
  hero: z.object({
    subtitle: text,
    title: text,
    description: text,
    action: actionSchema,
    claims: z.array(claimSchema).length(3),
  }),
  features: z.object({ title: text, intro: text, cards: z.array(featureCardSchema).length(4) }),
  stories: z.object({
    title: text,
    note: text,
    previous: text,
    next: text,
    testimonials: z.array(testimonialSchema).length(3),
  }),
  superPixel: z.object({
    title: text,
    problem: pointSchema,
    solution: pointSchema,
    approach: z.object({ title: text, cards: z.array(pointSchema).length(3) }),
    differentiators: z.object({ title: text, items: z.array(text).length(4) }),
    action: actionSchema,
  }),
  technology: z.object({ title: text, cards: z.array(pointSchema.extend({ claim: claimSchema })).length(2) }),
  howItWorks: z.object({ title: text, steps: z.array(pointSchema).length(5) }),
  plans: z.object({ title: text, description: text, show: text, hide: text, page: actionSchema }),
});
export type FeaturesPageContent = z.infer<typeof featuresPageSchema>;
