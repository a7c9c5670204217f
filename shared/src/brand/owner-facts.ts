/**
 * Facts that only the owner knows, in one place. A line marked PLACEHOLDER shows our proposal: confirm or replace it
 * before the site is public. An empty list shows nothing, so the site claims nothing that is not true.
 */
export const OWNER_FACTS = {
  /** PLACEHOLDER. When a person answers a contact request. It ends a sentence: 'A person answers …'. */
  answersWithin: 'within one business day',
  /** PLACEHOLDER. Audits and certificates that the company holds, by name. Never list one that it does not hold. */
  certificates: [] as readonly string[],
} as const;

/**
 * PLACEHOLDER. The zone of the Monday when weeks are mailed, by its IANA name. Mails tell times in it when the zone of
 * their reader is not known.
 */
export const OWNER_TIME_ZONE = 'America/New_York';
