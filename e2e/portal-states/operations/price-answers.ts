/** Answers about prices, in the database's format. */

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

const mona = (hours: number) => ({ by: 'manager', name: 'Mona Manager', occurredAt: inHours(hours) });

function price(hours: number, monthlyCents: number, setBy: object | null) {
  return {
    validFrom: inHours(hours),
    amounts: { monthlyCents, annualCents: Math.round(monthlyCents * 10.08), activationCents: 62_500 },
    setBy,
  };
}

type Price = ReturnType<typeof price>;

function planAnswer(slug: string, name: string, inForce: Price | null, others: object = {}) {
  return {
    slug,
    name,
    isEnterprise: slug === 'enterprise',
    version: 'a'.repeat(32),
    inForce,
    scheduled: [] as Price[],
    ended: [] as Price[],
    ...others,
  };
}

type Plan = ReturnType<typeof planAnswer>;

export const pricesAnswer = (plans: readonly Plan[]) => ({ now: new Date().toISOString(), plans });

const moonshot = (others: object = {}) =>
  planAnswer('moonshot', 'Moonshot', price(-700, 400_000, mona(-700)), {
    ended: [
      price(-3_000, 390_000, { by: 'operator', name: null, occurredAt: inHours(-3_000) }),
      price(-9_000, 380_000, null),
    ],
    ...others,
  });

const others = () => [
  planAnswer('foundation-plus', 'Foundation+', price(-9_000, 189_500, null)),
  planAnswer('accelerate-pro', 'Accelerate Pro', price(-9_000, 320_000, null)),
];
const enterprise = () => planAnswer('enterprise', 'Enterprise', price(-9_000, 900_000, null));

/** Four plans without scheduled prices. */
export const quietPlans = () => [...others(), moonshot(), enterprise()];

/** Moonshot changes tomorrow and next month. */
export const scheduledPlans = () => [
  ...others(),
  moonshot({ scheduled: [price(24, 410_000, mona(-1)), price(700, 430_000, mona(-1))] }),
  enterprise(),
];

/** A plan without a price, the longest names, and the largest amounts. */
export const extremePlans = () => [
  planAnswer('new', 'A plan that is new', null),
  planAnswer(
    'longest',
    'Wolfeschlegelsteinhausenbergerdorff-Montgomery-Featherstonehaugh Plan',
    {
      ...price(-9_000, 0, mona(-9_000)),
      amounts: { monthlyCents: 999_999_999, annualCents: 999_999_999, activationCents: 1 },
    },
    {
      scheduled: Array.from({ length: 12 }, (_, n) => price(24 * (n + 1), 100_001 + n, mona(-1))),
      ended: Array.from({ length: 100 }, (_, n) => price(-10_000 - n, 100_001 + n, mona(-10_000 - n))),
    },
  ),
];

/** Mona scheduled a price for Moonshot while this manager was typing. */
export const priceConflict = () => ({
  outcome: 'conflict',
  now: new Date().toISOString(),
  plan: moonshot({ version: 'b'.repeat(32), scheduled: [price(24, 410_000, mona(0))] }),
  lastChange: {
    event: 'price_scheduled',
    by: 'manager',
    name: 'Mona Manager',
    occurredAt: inHours(0.02),
    validFrom: inHours(24),
  },
});

export const priceSaved = () => ({
  outcome: 'saved',
  now: new Date().toISOString(),
  plan: moonshot({ version: 'b'.repeat(32) }),
});
