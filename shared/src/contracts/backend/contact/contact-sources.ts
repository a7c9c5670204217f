/** `source` of a request about the sender's own data. A private person has no company to name. */
export const OPT_OUT_SOURCE = 'opt-out';
