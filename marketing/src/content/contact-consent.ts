/**
 * The sentence that the form shows. A copy of `CONSENT` in the contract, which the server holds requests against: the
 * contract brings its validator along, and the page is meant to be read before that is fetched. A test keeps the two
 * equal.
 */
export const CONTACT_CONSENT = {
  version: '2026-11',
  text: 'I agree that Corvane may contact me about this request and related services. I can withdraw this at any time.',
} as const;
