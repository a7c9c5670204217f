/*
 * Limits that the browser checks before it sends anything. They are in a separate file: a page that needs
 * only a limit does not load the schema.
 */

/** Largest value of a web vital: ten minutes in milliseconds. */
export const WEB_VITAL_MAX_MS = 600_000;

/** Largest reported age of a form: a day in milliseconds. */
export const FORM_AGE_MAX_MS = 86_400_000;
