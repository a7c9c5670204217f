/*
 * Bounds that the browser keeps to before it sends anything. They stand apart from the schemas, so that a page that needs
 * only the bound does not load the schema.
 */

/** Largest value of a web vital: ten minutes in milliseconds. */
export const WEB_VITAL_MAX_MS = 600_000;

/** Largest age of a form that is told: a day in milliseconds. */
export const FORM_AGE_MAX_MS = 86_400_000;
