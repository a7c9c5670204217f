import { CONTACT_FIELD_NAMES } from '@corvane/shared/contracts/backend/contact/contact-form';
import { z } from '@corvane/shared/lib/zod';
import { actionSchema, pointSchema, text } from '../content-schemas.ts';

/** A message that disappears after a while. */
const toastSchema = pointSchema;

/** Messages about a sent request, in one of the two places with the form. */
const contactToastsSchema = z.object({
  sent: toastSchema,
  /** The server refused the request, or could not be reached. */
  refused: toastSchema,
  /** Any other failure. */
  unexpected: toastSchema,
  /** The server's message replaces the description of `refused`. */
  showsServerError: z.boolean(),
});
export type ContactToasts = z.infer<typeof contactToastsSchema>;

/** The form itself, in both places. */
export const contactFormTextSchema = z.object({
  /** Explains the asterisk of the labels. */
  required: text,
  /** Before the name of the plan that the visitor came from. */
  about: text,
  /** `companyOptional`: for a person who asks about their own data. */
  labels: z.record(z.enum([...CONTACT_FIELD_NAMES, 'companyOptional']), text),
  /** Below the message of a visitor who asks for figures about their own business. */
  forecastHint: text,
  /**
   * Prefilled text for a customer who asks for access, by the `source` of their link. `from` follows for a former
   * customer, and contains `{rep}` for the representative's name.
   */
  accessRequests: z.object({ texts: z.record(z.string(), text), from: text }),
  submit: z.object({ idle: text, busy: text }),
  /** The alert that stays when sending failed. */
  failure: z.object({ title: text, correlation: text, kept: text }),
  /** What happens after a request. The address follows. */
  answer: text,
  /** For a request that is saved, but that the team does not have: its mail failed, or it is in quarantine. */
  untold: toastSchema,
  /** Replaces `sent` for visitors who asked for a demo. */
  demoSent: toastSchema,
  toasts: z.object({ page: contactToastsSchema, dialog: contactToastsSchema }),
});
export type ContactFormText = z.infer<typeof contactFormTextSchema>;

/** The next steps after a buyer's message, in order. */
export const nextStepsSchema = z.object({ title: text, points: z.array(pointSchema).check(z.length(3)) });
export type NextStepsContent = z.infer<typeof nextStepsSchema>;

/** What became of a form that a browser without scripts has sent. */
export const formAnswerSchema = z.object({ sent: toastSchema, notSent: toastSchema });
export type FormAnswerContent = z.infer<typeof formAnswerSchema>;

/** The page /contact around the form. */
export const contactPageSchema = z.object({
  title: text,
  intro: text,
  /** Replaces title and intro for people who want something else than a buyer, by the `source` of their link. */
  openings: z.record(z.string(), z.object({ title: text, intro: text })),
  /** Replaces them for a customer who asks about a plan, or for access. `{rep}` is their representative. */
  customer: z.object({ title: text, intro: text }),
  /** Heading of the card that holds the form. */
  cardTitle: text,
  /** Replaces the form. `reference` introduces the request's reference, and `again` brings the form back. */
  thanks: z.object({ title: text, reference: text, again: text, home: text }),
});
export type ContactPageContent = z.infer<typeof contactPageSchema>;

/** Below the form: how we work with data about people. */
export const trustSchema = z.object({
  title: text,
  points: z.array(z.extend(pointSchema, { action: z.optional(actionSchema) })).check(z.length(4)),
  /** Shown if there is at least one. The owner lists them. */
  certificates: z.object({ title: text, names: z.readonly(z.array(text)) }),
  privacy: actionSchema,
});
export type TrustContent = z.infer<typeof trustSchema>;

/** A request form that opens over the page. */
export const contactDialogSchema = z.object({
  /** The link that opens it. */
  action: text,
  source: text,
  /** The subject of the request. It becomes part of the message. */
  tier: text,
});

/** Texts of the dialog, the same on every page. */
export const contactDialogTextSchema = z.object({
  /** Title for visitors who book a demo, and for all others. */
  titles: z.object({ demo: text, contact: text }),
  /** Replaces the form. */
  thanks: z.object({ title: text, reference: text }),
  close: text,
  home: text,
});
export type ContactDialogText = z.infer<typeof contactDialogTextSchema>;
