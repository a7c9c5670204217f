import { z } from '../../../lib/zod.ts';
import { contactRequestSchema, optOutFields } from './contact.ts';
import { OPT_OUT_SOURCE } from './contact-sources.ts';

/** What the server takes: no other fields, and a request to opt out without a company. */
export const submitContactRequestSchema = z
  .strictObject({ ...contactRequestSchema.shape, ...optOutFields })
  .refine(({ company, source }) => company !== '' || source === OPT_OUT_SOURCE, {
    path: ['company'],
    message: 'Company name is required',
    // Also beside faults of other fields: a person mends all of them at once.
    when: ({ value }) => z.object({ company: z.string() }).safeParse(value).success,
  });
