import { z } from '@corvane/shared/lib/zod';
import { contactDialogSchema } from '../contact/contact-schemas.ts';
import {
  actionSchema,
  claimSchema,
  closingSchema,
  pointSchema,
  sampleSchema,
  text,
} from '../content-schemas.ts';

/** A part of the page with a list of points. */
const pointListSchema = z.object({
  /** Which part of the page this is. */
  name: z.enum(['Capabilities', 'Benefits', 'Use cases']),
  title: text,
  intro: text,
  items: z.array(pointSchema).check(z.minLength(3), z.maxLength(6)),
});
export type PointList = z.infer<typeof pointListSchema>;

const serviceHeadSchema = z.object({
  /** Name of the service in plans and menus. */
  name: text,
  title: text,
  description: text,
});
export type ServiceHead = z.infer<typeof serviceHeadSchema>;

const serviceHeroSchema = z.extend(serviceHeadSchema, {
  action: actionSchema,
  /** Caption below the drawing. */
  caption: text,
});

/** A sample with its heading. */
const sampleSectionSchema = z.object({ title: text, intro: text, sample: sampleSchema });
export type SampleSectionContent = z.infer<typeof sampleSectionSchema>;

export const serviceSchema = z.object({
  hero: serviceHeroSchema,
  /** What a customer receives. */
  sample: sampleSectionSchema,
  capabilities: pointListSchema,
  benefits: pointListSchema,
  useCases: pointListSchema,
  /** Figures that this service is known for. */
  claims: z.object({ title: text, items: z.array(claimSchema).check(z.minLength(2), z.maxLength(4)) }),
  closing: closingSchema,
});
export type ServiceContent = z.infer<typeof serviceSchema>;

/** An offer to do more, framed. */
export const upgradeSchema = z.object({
  title: text,
  description: text,
  points: z.array(text).check(z.minLength(3), z.maxLength(5)),
  action: actionSchema,
});
export type UpgradeContent = z.infer<typeof upgradeSchema>;

/** /services: all services in three groups of two. */
export const servicesPageSchema = z.object({
  name: text,
  title: text,
  intro: text,
  groups: z
    .array(
      z.object({
        /** Begins the id of its heading. */
        id: z.string().check(z.regex(/^[a-z]+$/)),
        title: text,
        description: text,
        services: z
          .array(
            z.extend(serviceHeadSchema, {
              /** Names its drawing. */
              slug: z.string().check(z.regex(/^[a-z-]+$/)),
              claim: claimSchema,
              action: actionSchema,
            }),
          )
          .check(z.length(2)),
      }),
    )
    .check(z.length(3)),
  closing: closingSchema,
});
export type ServicesPageContent = z.infer<typeof servicesPageSchema>;

export const refinementPageSchema = z.object({
  /** The line above the title. */
  name: text,
  title: text,
  intro: text,
  sample: sampleSectionSchema,
  steps: z.object({ title: text, intro: text, items: z.array(pointSchema).check(z.length(5)) }),
  /** The dark panel. `caption` is below its drawing. */
  inMarket: z.extend(pointSchema, { caption: text, action: actionSchema }),
  /** The light panel. */
  personas: z.extend(pointSchema, { capabilities: z.array(pointSchema).check(z.length(4)) }),
  closing: pointSchema,
  /** The button at the end, and what its request is about. */
  dialog: contactDialogSchema,
});
export type RefinementPageContent = z.infer<typeof refinementPageSchema>;
