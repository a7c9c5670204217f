import type { PlanName } from './plan-names.ts';

/**
 * The content of a plan. Cards, table and search engines read it from here. Sentences that repeat it are compared with it:
 * tools/checks/documents/plan-words.test.ts.
 */
export interface PlanFacts {
  /** In-market audience creations, data enrichments and B2B/B2C contacts have the same amount within a plan. */
  perMonth: number;
  /** Custom models per month. 0 for none. */
  customModels: number;
  keywordFeed: string;
  support: string;
  /** The person responsible for the account. null if there is none. */
  contact: string | null;
  hasQuarterlyReview: boolean;
}

export const PLAN_FACTS: Record<PlanName, PlanFacts> = {
  'Foundation+': {
    perMonth: 3,
    customModels: 0,
    keywordFeed: 'Standard',
    support: 'Basic',
    contact: null,
    hasQuarterlyReview: false,
  },
  'Accelerate Pro': {
    perMonth: 5,
    customModels: 1,
    keywordFeed: 'Enhanced',
    support: 'Priority',
    contact: null,
    hasQuarterlyReview: false,
  },
  Moonshot: {
    perMonth: 10,
    customModels: 1,
    keywordFeed: 'Premium',
    support: 'Premium',
    contact: 'dedicated success manager',
    hasQuarterlyReview: false,
  },
  Enterprise: {
    perMonth: 25,
    customModels: 5,
    keywordFeed: 'Elite',
    support: 'VIP',
    contact: 'success team',
    hasQuarterlyReview: true,
  },
};

/** Every plan's monthly amounts, by name and unit. Only the owner can say how long a list is. */
export const ALLOWANCES = [
  {
    label: 'In-Market Audience Creations',
    unit: 'Each is one audience, made from your description.',
  },
  { label: 'Data Enrichments', unit: 'Each is one list of your records that we fill in.' },
  { label: 'B2B/B2C Contacts', unit: 'Each is one list of contacts, not one person.' },
] as const;

/** Support answers within this many hours. */
export const SUPPORT_HOURS = { basic: 24, priority: 8 } as const;

/** The list of a card below its meters. */
export function featuresOf(facts: PlanFacts): string[] {
  const { customModels, keywordFeed, support, contact, hasQuarterlyReview } = facts;
  return [
    ...(customModels === 0 ? [] : [`${customModels} Custom Model${customModels === 1 ? '' : 's'} per month`]),
    `${keywordFeed} keyword feed`,
    'Web-Hook Access',
    contact === null ? `${support} support` : `${support} support: ${contact}`,
    ...(hasQuarterlyReview ? ['Quarterly Business Review'] : []),
  ];
}
