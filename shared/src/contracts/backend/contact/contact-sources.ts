/** `source` of a request about the sender's own data. A private person has no company to name. */
export const OPT_OUT_SOURCE = 'opt-out';

/** What the site's own links and its dialog name as the plan. Any other comes from an address written by hand. */
export const CONTACT_PLANS: readonly string[] = [
  'Foundation+',
  'Accelerate Pro',
  'Moonshot',
  'Enterprise',
  'Data Refinement',
  'comparison',
  'general',
];
