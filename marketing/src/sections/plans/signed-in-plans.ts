/*
 * All that the plans need for somebody who is signed in, fetched when somebody is: the prices, how they are shown, and
 * what can be chosen about them.
 */
export { ErrorState } from '@corvane/shared/ui/data-states';
export { BillingToggle } from './billing-toggle.tsx';
export { readPlanChoice, writePlanChoice } from './plan-choice.ts';
export { PlanReadout } from './plan-readout.tsx';
export { forgetPlanPrices, watchPlanPrices } from './price-feed.ts';
