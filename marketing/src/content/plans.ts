import type { Allowance, Plan, PlansContent } from './content-schemas.ts';

/** The three monthly allowances have the same size within a plan. */
function monthly(perMonth: number): Allowance[] {
  return [
    { label: 'In-Market Audience Creations', perMonth },
    { label: 'Data Enrichments', perMonth },
    { label: 'B2B/B2C Contacts', perMonth },
  ];
}

const PLANS: readonly Plan[] = [
  {
    slug: 'foundation-plus',
    name: 'Foundation+',
    description: 'For teams that are building their first data-driven pipeline.',
    isPopular: false,
    isEnterprise: false,
    allowances: monthly(3),
    features: ['Standard keyword feed', 'Web-Hook Access', 'Basic support'],
  },
  {
    slug: 'accelerate-pro',
    name: 'Accelerate Pro',
    description: 'For teams that scale what already works.',
    isPopular: true,
    isEnterprise: false,
    allowances: monthly(5),
    features: ['1 Custom Model per month', 'Enhanced keyword feed', 'Web-Hook Access', 'Priority support'],
  },
  {
    slug: 'moonshot',
    name: 'Moonshot',
    description: 'High volumes and a person who knows your account.',
    isPopular: false,
    isEnterprise: false,
    allowances: monthly(10),
    features: [
      '1 Custom Model per month',
      'Premium keyword feed',
      'Web-Hook Access',
      'Premium support: dedicated success manager',
    ],
  },
  {
    slug: 'enterprise',
    name: 'Enterprise',
    description: "Contact us for personalized enterprise pricing tailored to your organization's needs.",
    isPopular: false,
    isEnterprise: true,
    allowances: monthly(25),
    features: [
      '5 Custom Models per month',
      'Elite keyword feed',
      'Web-Hook Access',
      'VIP support: success team',
      'Quarterly Business Review',
    ],
  },
];

export const PLANS_CONTENT: PlansContent = {
  title: 'Four plans, one scale.',
  intro: 'Every meter runs to the same end: a longer bar is more of the same thing.',
  scale: { label: 'Every month', max: 25 },
  plans: [...PLANS],
};
