/*
 * Limits that the browser checks before it sends anything. They are in a separate file: a page that needs
 * only a limit does not load the schema. Lengths are in UTF-16 code units. tools/checks/sources/sql-lists.test.ts
 * compares them with the database.
 */

/** Largest value of a web vital: ten minutes in milliseconds. */
export const WEB_VITAL_MAX_MS = 600_000;

/** Largest reported age of a form: a day in milliseconds. */
export const FORM_AGE_MAX_MS = 86_400_000;

/** Longest email address. Mail servers deliver to no longer one (RFC 5321). */
export const EMAIL_MAX = 254;

/** What an email address looks like, as the attribute `pattern` of a field has it. `email-address.ts` checks it in full. */
export const EMAIL_PATTERN = '[^\\s@]+@[^\\s@.]+(\\.[^\\s@.]+)+';

/** Shortest name of a person who sends a contact request. */
export const CONTACT_NAME_MIN = 2;

/** Longest message of a contact request. */
export const MESSAGE_MAX = 10_000;

/** What led to a contact request: longest `source` and `tier`, campaign parameter and address of a page. */
export const ORIGIN_MAX = 100;
export const UTM_MAX = 200;
export const REFERRER_MAX = 2_000;

/** Longest name of a person or company, and longest job title. */
export const NAME_MAX = 200;

/** Longest sales ID or access token that is checked. The server refuses a longer one before it is hashed. */
export const CREDENTIAL_MAX = 128;

export const PHONE_MAX = 50;

/** Longest name of a time zone. */
export const TIME_ZONE_MAX = 64;

/** Longest name of a plan, as the catalogue and the sales have it. */
export const PRODUCT_NAME_MAX = 100;

/** Longest text of a search. */
export const SEARCH_MAX = 200;
