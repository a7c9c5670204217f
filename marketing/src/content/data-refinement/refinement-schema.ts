import { z } from 'zod';
import { contactDialogSchema } from '../contact/contact-schemas.ts';
import { actionSchema, pointSchema, text } from '../content-schemas.ts';

export const refinementPageSchema = z.object({
  /** The line above the title. */
  name: text,
  title: text,
  intro: text,
  steps: z.object({ title: text, intro: text, items: z.array(pointSchema).length(5) }),
  /** The dark panel. `caption` is below its drawing. */
  inMarket: pointSchema.extend({ caption: text, action: actionSchema }),
  /** The light panel. */
  personas: pointSchema.extend({ capabilities: z.array(pointSchema).length(4) }),
  closing: pointSchema,
  /** The button at the end, and what its request is about. */
  dialog: contactDialogSchema,
});
export type RefinementPageContent = z.infer<typeof refinementPageSchema>;
