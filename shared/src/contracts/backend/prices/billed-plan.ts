import type { ChosenBilling } from './pricing.ts';

/**
 * A plan in words, and how it is billed if that was chosen.
 * @example billedPlan('Moonshot', 'annual') // 'Moonshot, billed annually'
 */
export function billedPlan(planName: string, billing: ChosenBilling): string {
  return billing === '' ? planName : `${planName}, billed ${billing === 'annual' ? 'annually' : 'monthly'}`;
}
