import { BRAND } from '../../brand/brand.ts';

/**
 * What a visitor agrees to. Changing the sentence means a new version; the server keeps both with the request. Apart
 * from the request's schema, so that showing it does not bring the validator along.
 */
export const CONSENT = {
  version: '2026-11',
  text: `I agree that ${BRAND.name} may contact me about this request and related services. I can withdraw this at any time.`,
} as const;
