import { z } from '@corvane/shared/lib/zod';
import { PLAN_NAMES } from './plan-names.ts';

/*
 * The rules for copy, field by field: the reference of docs/marketing-guide.md. Pages import only the types, so
 * that no visitor downloads a validator. The test beside this file parses all content.
 */

/** A sentence or a label: not empty, no stray spaces. */
export const text = z.string().check(
  z.minLength(1),
  z.refine((value) => value.trim() === value && !value.includes('  '), 'has stray spaces'),
);

/** A path on this site, with or without a query and a hash. */
export const path = z.string().check(z.regex(/^\/[a-z0-9/?=&%-]*(#[a-z-]+)?$/, 'is not a path on this site'));

/** A name and a sentence about it. */
export const pointSchema = z.object({ title: text, description: text });

/** A figure that we claim: the number for drawings, and its written form. All of them are in `claims.ts`. */
export const claimSchema = z.object({
  /** The value for drawings: 42 for '42%', 280 for '280M'. */
  amount: z.number().check(z.positive()),
  /** Low end, if the claim is a range. `amount` is its high end. */
  from: z.optional(z.number().check(z.positive())),
  /** The text on the page, in large type. */
  written: text,
  /** The unit or subject, directly after `written`. */
  label: text,
  /** What it counts, if the label leaves that open. */
  counts: z.optional(text),
});
export type Claim = z.infer<typeof claimSchema>;

/** A button or a link. If its page does not exist, it is left out automatically. */
export const actionSchema = z.object({ label: text, to: path });
export type Action = z.infer<typeof actionSchema>;

/** A quotation and its speaker, without a name. */
const quoteSchema = z.object({ quote: text, role: text, industry: text });

/** One value of a sample: a text, a text with a note, a value that we added, or a score. Null is missing. */
const sampleCellSchema = z.union([
  text,
  z.object({ text, note: text }),
  z.object({ added: text }),
  z.object({ score: z.int().check(z.gte(1), z.lte(100)), unit: z.optional(z.literal('%')) }),
  z.null(),
]);
export type SampleCell = z.infer<typeof sampleCellSchema>;

/** What a customer receives. The page marks it as an example, and `caption` says that the data is invented. */
const shownSchema = z.object({ title: text, caption: text.check(z.regex(/invented/)) });

/**
 * Some rows of a list or a report, or what a web-hook sends. The first value of a row is its name. Companies do not
 * exist, addresses end in `.example`, phone numbers are 555-01.
 */
export const sampleSchema = z.union([
  z.extend(shownSchema, {
    columns: z.array(text).check(z.minLength(3), z.maxLength(4)),
    rows: z
      .array(z.array(sampleCellSchema).check(z.minLength(3), z.maxLength(4)))
      .check(z.minLength(3), z.maxLength(6)),
  }),
  z.extend(shownSchema, { payload: z.record(z.string(), z.unknown()) }),
]);
export type SampleContent = z.infer<typeof sampleSchema>;

/** The first screen of the home page. */
export const heroSchema = z.object({
  /** The line above the title. */
  subtitle: text,
  /** The page's one headline. */
  title: text,
  description: text,
  /** The main action, drawn in the signal color. */
  action: actionSchema,
  /** A secondary link. */
  secondary: actionSchema,
  /** Captions of the strip below, for its left and right end. Screen readers read them too. */
  strip: z.object({ from: text, to: text, alternative: text }),
  /** Beside the promise. */
  sample: sampleSchema,
  /** Names of the two bars that each claim is drawn as. */
  compared: z.object({ without: text, with: text }),
  /** Below both claims: whose figures they are, and since when they hold. */
  claimsNote: text,
  quote: quoteSchema,
  /** Below the quote: a link to more quotes. */
  stories: actionSchema,
});
export type HeroContent = z.infer<typeof heroSchema>;

/** Three problems of today's data. */
export const problemSchema = z.object({
  title: text,
  intro: text,
  points: z
    .array(
      z.object({
        /** The drawing beside it. */
        figure: z.enum(['inaccurate', 'surface', 'uncertain']),
        title: text,
        description: text,
      }),
    )
    .check(z.length(3)),
});
export type ProblemContent = z.infer<typeof problemSchema>;

/** Four figures, drawn with marks that readers can count. */
export const statsSchema = z.object({
  title: text,
  tiles: z
    .array(
      z.object({
        /** The drawing of the figure. */
        figure: z.enum(['people', 'accuracy', 'week', 'customers']),
        claim: claimSchema,
        /** The meaning of one mark of the drawing. */
        key: text,
      }),
    )
    .check(z.length(4)),
  /** A link to the page about what these figures make possible. */
  action: actionSchema,
});
export type StatsContent = z.infer<typeof statsSchema>;

/** A service that can be added to a plan. */
const addOnSchema = z.object({
  /** Last part of its page's address. It also selects its drawing. */
  slug: z.string().check(z.regex(/^[a-z-]+$/)),
  name: text,
  description: text,
  /** Short lines, one fact each. */
  benefits: z.array(text).check(z.minLength(2), z.maxLength(4)),
  action: actionSchema,
});

export const addOnsSchema = z.object({
  title: text,
  intro: text,
  services: z.array(addOnSchema).check(z.length(3)),
  /** A link to all services. */
  all: actionSchema,
});
export type AddOnsContent = z.infer<typeof addOnsSchema>;

/** The banner that leads to /data-refinement. */
export const enrichmentSchema = z.object({
  title: text,
  /** A line below the title, in a different type. */
  heading: text,
  description: text,
  /** Names of the five passes, widest bar first. */
  steps: z.array(text).check(z.length(5)),
  action: actionSchema,
});
export type EnrichmentContent = z.infer<typeof enrichmentSchema>;

/** One of the meters on a plan's card. */
const allowanceSchema = z.object({
  label: text,
  /** The meaning of one unit. */
  unit: text,
  perMonth: z.int().check(z.positive()),
});
export type Allowance = z.infer<typeof allowanceSchema>;

/** All facts about a plan except its price, which only the server knows. */
const planSchema = z.object({
  /** The plan's key in the answer of `get_plan_prices`. */
  slug: z.string().check(z.regex(/^[a-z-]+$/)),
  /** Also the `tier` of a contact request. */
  name: z.enum(PLAN_NAMES),
  description: text,
  /** Drawn on ink, with the badge. Exactly one plan. */
  isPopular: z.boolean(),
  /** Never shows a price of its own. Exactly one plan. */
  isEnterprise: z.boolean(),
  /** Meters. They come from `plan-facts.ts`. */
  allowances: z.array(allowanceSchema).check(z.length(3)),
  /** Lines below the meters. They come from `plan-facts.ts`. */
  features: z.array(text).check(z.minLength(3)),
});
export type Plan = z.infer<typeof planSchema>;

export const plansSchema = z.object({
  title: text,
  intro: text,
  /** Replaces `intro` for visitors who may not see prices: how to see them. */
  /** How a visitor gets to see prices: the words after the link for a demo. */
  access: text,
  /** The scale that all meters share: its label and its end. */
  scale: z.object({ label: text, max: z.int().check(z.positive()) }),
  /** Badge of the most popular plan. */
  popular: text,
  /** Label of every plan's button. */
  action: text,
  /** Replaces a price for visitors who may not see one. */
  hidden: z.object({ plan: text, enterprise: text }),
  /** Below the plans. */
  compare: actionSchema,
  /** The top plan's price, for visitors who may see the other prices. */
  enterprise: text,
  /** Replaces a price that is unavailable. */
  unavailable: text,
  /**
   * Above the plans when prices are missing. `titleOfSome`: at least one price is there. `reconnecting`: the server
   * could not be reached to check the session.
   */
  failure: z.object({ title: text, titleOfSome: text, description: text, reconnecting: text, retry: text }),
  /** Smallest first. */
  plans: z.array(planSchema).check(z.length(4)),
});
export type PlansContent = z.infer<typeof plansSchema>;

/** Above the plans, while a manager previews scheduled prices. */
export const pricePreviewSchema = z.object({
  /** Followed by the date and time. */
  title: text,
  description: text,
  /** Replaces the description when a price is not stored yet. */
  draft: text,
  /** Replaces the description when no plan can have the price in the address. */
  invalid: text,
  /** Replaces the description when there are no prices. */
  refused: text,
  back: actionSchema,
});
export type PricePreviewContent = z.infer<typeof pricePreviewSchema>;

const quotedPeriodSchema = z.object({
  label: text,
  price: text,
  /** Of the period that was not chosen. */
  instead: text,
});

/** A quote, on the screen and on paper. Words in braces are filled in. */
export const quoteContentSchema = z.object({
  /** Until the quote has its number. */
  title: text,
  numbered: text,
  customer: text,
  madeAt: text,
  validUntil: text,
  representative: text,
  /** Above what the plan includes. */
  features: text,
  monthly: quotedPeriodSchema,
  annual: quotedPeriodSchema,
  activation: text,
  /** The price of twelve months, and the activation. */
  firstYear: text,
  /** What the customer does next. */
  next: text,
  print: text,
  pending: text,
  failed: z.object({ title: text, description: text }),
  /** A plan without a price of its own. */
  unpriced: z.object({ title: text, description: text }),
});
export type QuoteContent = z.infer<typeof quoteContentSchema>;

/** The end of a page: a contact button or a link. */
export const closingSchema = z.object({ title: text, description: text, action: actionSchema });
export type ClosingContent = z.infer<typeof closingSchema>;

/** A question or a folded heading, and its text. */
export const questionSchema = z.object({ question: text, answer: text });
export type Question = z.infer<typeof questionSchema>;

export const pricingPageSchema = z.object({
  title: text,
  subtitle: text,
  /** Extras for any plan. Names come from `extras.ts`. */
  extras: z.object({ title: text, intro: text, items: z.array(text).check(z.length(6)) }),
  /** Short answers beside them. */
  terms: z.array(questionSchema).check(z.minLength(1)),
  closing: closingSchema,
});
export type PricingPageContent = z.infer<typeof pricingPageSchema>;

/** A year of the company, in order. */
const milestoneSchema = z.object({
  year: z.int().check(z.gte(2018)),
  title: text,
  description: text,
});

export const aboutPageSchema = z.object({
  title: text,
  intro: text,
  /** Below the drawing of the headline. */
  caption: text,
  timeline: z.object({ title: text, milestones: z.array(milestoneSchema).check(z.minLength(2)) }),
  /** Numbered, in order. */
  principles: z.object({
    title: text,
    items: z.array(pointSchema).check(z.minLength(3)),
  }),
  /** Figures on ink. */
  reach: z.object({ title: text, claims: z.array(claimSchema).check(z.length(4)) }),
  /** What every figure counts, and since when they hold. */
  figures: z.object({ title: text, note: text, claims: z.array(claimSchema) }),
  closing: closingSchema,
});
export type AboutPageContent = z.infer<typeof aboutPageSchema>;

/** A legal text: numbered sections of paragraphs. */
export const legalPageSchema = z.object({
  title: text,
  intro: text,
  /** Says how reliable the text is until lawyers have reviewed it. */
  notice: pointSchema,
  /** Text before the date. The date is today's, which only the browser knows. */
  lastUpdated: text,
  /** Heading of the list of sections. */
  contents: text,
  sections: z
    .array(
      z.object({
        /** Anchor of the section. */
        id: z.string().check(z.regex(/^[a-z-]+$/)),
        title: text,
        /** Plain text, one entry each. */
        paragraphs: z.array(text).check(z.minLength(1)),
      }),
    )
    .check(z.minLength(4)),
});
export type LegalPageContent = z.infer<typeof legalPageSchema>;
