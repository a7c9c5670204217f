/** What the links to Sales say to a customer. `{rep}` is their representative, `{plan}` a plan. */
export const ASK_REPRESENTATIVE = { aboutPlan: 'Ask {rep} about {plan}', anything: 'Ask {rep}' };
