import { z } from '@corvane/shared/lib/zod';
import { actionSchema, claimSchema, closingSchema, path, questionSchema, text } from '../content-schemas.ts';

/** One of the five cards: a figure and its explanation, which opens on demand. */
const apartCardSchema = z.object({
  /** Unique among the cards. */
  slug: z.string().check(z.regex(/^[a-z-]+$/)),
  claim: claimSchema,
  title: text,
  description: text,
  /** Hidden until opened. Only one is open at a time. */
  details: z.array(questionSchema).check(z.minLength(2), z.maxLength(4)),
});

/** A number is drawn as a meter, true as a tick, false as a cross, null as a dash. */
const comparisonCellSchema = z.union([text, z.int().check(z.positive()), z.boolean(), z.null()]);
export type ComparisonCell = z.infer<typeof comparisonCellSchema>;

/** Rows of the table under one heading. */
const comparisonGroupSchema = z.object({
  title: text,
  rows: z
    .array(
      z.object({
        name: text,
        /** What one of them is. */
        unit: z.optional(text),
        /** One per plan, in plan order. */
        values: z.array(comparisonCellSchema).check(z.length(4)),
      }),
    )
    .check(z.minLength(1)),
});

export type ComparisonGroup = z.infer<typeof comparisonGroupSchema>;

const comparisonTableSchema = z.object({
  title: text,
  intro: text,
  /** Column headings, smallest plan first. */
  plans: z.array(text).check(z.length(4)),
  groups: z.array(comparisonGroupSchema).check(z.minLength(1)),
  /** The price rows above the other rows, for visitors who may see prices. */
  prices: z.object({
    title: text,
    monthly: text,
    annual: text,
    activation: text,
    /** Replaces the price of the top plan, which is negotiated. */
    enterprise: text,
    pending: text,
    unavailable: text,
  }),
  /** End of the scale that all meters share. */
  max: z.int().check(z.positive()),
  /** Screen reader text for a tick, and for a cross or a dash. */
  yes: text,
  no: text,
  /** The button below the table. */
  action: z.object({ label: text, to: path }),
});
export type ComparisonTableContent = z.infer<typeof comparisonTableSchema>;

export const comparisonPageSchema = z.object({
  title: text,
  intro: text,
  apart: z.object({ title: text, intro: text, cards: z.array(apartCardSchema).check(z.length(5)) }),
  table: comparisonTableSchema,
  addOns: z.object({
    title: text,
    intro: text,
    lists: z
      .array(
        z.object({
          title: text,
          description: text,
          items: z.array(z.object({ name: text, description: text })).check(z.minLength(1)),
          /** Link to a page with details. */
          more: z.object({ label: text, to: path }),
        }),
      )
      .check(z.length(2)),
  }),
  /** Search engines get the same text. */
  faq: z.object({
    title: text,
    /** Before the link that follows it in the same line. */
    intro: text,
    ask: actionSchema,
    questions: z
      .array(
        z.extend(questionSchema, {
          /** Hidden from visitors who see prices. */
          isAboutHiddenPrices: z.optional(z.boolean()),
        }),
      )
      .check(z.minLength(4)),
  }),
  closing: closingSchema,
});
export type ComparisonPageContent = z.infer<typeof comparisonPageSchema>;
