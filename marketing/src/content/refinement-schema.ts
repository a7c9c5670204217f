import { z } from 'zod';
import { actionSchema, text } from './content-schemas.ts';

const pointSchema = z.object({ title: text, description: text });

/** A request form that opens over the page. */
export const contactDialogSchema = z.object({
  /** The button that opens it. */
  action: text,
  source: text,
  /** What the request is about; becomes part of the message. */
  tier: text,
});
export type ContactDialogContent = z.infer<typeof contactDialogSchema>;

export const refinementPageSchema = z.object({
  name: text,
  title: text,
  intro: text,
  steps: z.object({ title: text, intro: text, items: z.array(pointSchema).length(5) }),
  inMarket: pointSchema.extend({ caption: text, action: actionSchema }),
  personas: pointSchema.extend({ capabilities: z.array(pointSchema).length(4) }),
  closing: pointSchema,
  dialog: contactDialogSchema,
});
export type RefinementPageContent = z.infer<typeof refinementPageSchema>;

/** What the dialog itself says, wherever it opens. */
export const contactDialogTextSchema = z.object({
  titles: z.object({ demo: text, contact: text }),
  thanks: pointSchema,
  close: text,
  home: text,
});
export type ContactDialogText = z.infer<typeof contactDialogTextSchema>;
