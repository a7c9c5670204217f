import type { ComparisonTableContent } from './comparison-schemas.ts';
import { PLANS_CONTENT } from './plans.ts';

const { plans, scale } = PLANS_CONTENT;

/** What the plans' own cards say, read across instead of down. */
const ALLOWANCES = (plans[0]?.allowances ?? []).map(({ label }) => ({
  name: label,
  values: plans.map((plan) => plan.allowances.find((one) => one.label === label)?.perMonth ?? null),
}));

export const COMPARISON_TABLE: ComparisonTableContent = {
  title: 'Feature by feature',
  intro: 'Bars share one scale across the whole table, so that lengths can be compared.',
  plans: plans.map((plan) => plan.name),
  max: scale.max,
  yes: 'Included',
  no: 'Not included',
  groups: [
    {
      title: scale.label,
      rows: [...ALLOWANCES, { name: 'Custom Models', values: [null, 1, 1, 5] }],
    },
    {
      title: 'Signals and delivery',
      rows: [
        { name: 'Keyword feed', values: ['Standard', 'Enhanced', 'Premium', 'Elite'] },
        { name: 'Web-Hook Access', values: [true, true, true, true] },
      ],
    },
    {
      title: 'People',
      rows: [
        { name: 'Support', values: ['Basic', 'Priority', 'Premium', 'VIP'] },
        { name: 'Who knows your account', values: [null, null, 'Dedicated success manager', 'Success team'] },
        { name: 'Quarterly Business Review', values: [false, false, false, true] },
      ],
    },
  ],
  action: { label: 'Contact Sales', to: '/contact?source=pricing' },
};
