/*
 * Everything that the plans need for a signed-in person: the prices, their display and their choices. It is fetched
 * only for signed-in people.
 */
export { AccessSection } from './access-section.tsx';
export { BillingToggle } from './billing-toggle.tsx';
export { HeadingInSight } from './heading-in-sight.ts';
export { readPlanChoice, writePlanChoice } from './plan-choice.ts';
export { PlanReadout } from './prices/plan-readout.tsx';
export { forgetPlanPrices, watchPlanPrices } from './prices/price-feed.ts';
export { pricePreviewOf } from './prices/price-preview.ts';
