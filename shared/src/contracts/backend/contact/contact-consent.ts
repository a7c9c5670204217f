import { BRAND } from '../../../brand/brand.ts';

/**
 * What a visitor agrees to. A changed sentence needs a new version. The server stores both with the request. It is in
 * a separate file, so showing it does not load the validator.
 */
export const CONSENT = {
  version: '2026-11',
  text: `I agree that ${BRAND.name} may contact me about this request and related services. I can withdraw this at any time.`,
} as const;
