import { type DoctorCheck, right, wrong } from '../doctor-check.ts';

export const CATALOGUE: DoctorCheck = {
  name: 'catalogue',
  asks: 'Are the plans there, each with a price in force?',
  mend: 'Run `npx -y pnpm@12 run ops catalogue load`, or set the price with `ops price set`.',
  async look(look) {
    const { plans, plans_without_price: unpriced } = (await look.upkeep()).value;
    if (plans === 0) return wrong('there is no plan');
    if (unpriced.length > 0) return wrong(`no price is in force for ${unpriced.join(', ')}`);
    return right(`${plans} plans, each with a price`);
  },
};
