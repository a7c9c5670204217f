/**
 * How a browser without scripts sends the contact form: `application/x-www-form-urlencoded`, with the names of
 * `contactFieldsSchema`. The answer is a 303 to a page that says what became of it.
 */
export const CONTACT_FORM_POST = {
  action: '/functions/v1/submit-contact',
  /** Name of the hidden field, `website` of the JSON. Browsers and password managers know nothing to put into it. */
  trap: 'q7',
  /** Ids of the two notes on the page. */
  sentId: 'sent',
  notSentId: 'not-sent',
  sentPath: '/contact#sent',
  notSentPath: '/contact#not-sent',
} as const;

/**
 * Largest body of a contact request. A form writes one letter of a Chinese message as nine bytes, and a message has
 * 10,000.
 */
export const CONTACT_MAX_BODY_BYTES = 128 * 1024;
