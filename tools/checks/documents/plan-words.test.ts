import { expect, test } from 'vitest';
import { COMPARISON_FAQ } from '../../../marketing/src/content/comparison/comparison-controls.ts';
import { featuresOf, PLAN_FACTS, type PlanFacts } from '../../../marketing/src/content/plan-facts.ts';
import { PLAN_NAMES, type PlanName } from '../../../marketing/src/content/plan-names.ts';
import { PRICING_PAGE } from '../../../marketing/src/content/pricing-page.ts';
import { CUSTOM_MODEL } from '../../../marketing/src/content/services/custom-model.ts';

/** Sentences that say what each plan contains. Written as prose, they must follow the facts. */
const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const and = new Intl.ListFormat('en-US');

function plansWith(is: (facts: PlanFacts) => boolean): PlanName[] {
  return PLAN_NAMES.filter((name) => is(PLAN_FACTS[name]));
}

const namesWith = (is: (facts: PlanFacts) => boolean) => and.format(plansWith(is));
const contactOf = (support: string) =>
  Object.values(PLAN_FACTS).find((facts) => facts.support === support)?.contact;

function answerTo(question: string): string {
  return COMPARISON_FAQ.questions.find((asked) => asked.question === question)?.answer ?? '';
}

test.each([
  ['What does basic support cover?', 'Basic'],
  ['What does priority support add?', 'Priority'],
])('the answer to "%s" names its plan', (question, support) => {
  const plan = namesWith((facts) => facts.support === support);
  expect(answerTo(question).endsWith(` It comes with ${plan}.`)).toBe(true);
});

test.each([
  ['What is basic support?', 'Email', 24],
  ['What does basic support cover?', 'Email', 24],
  ['What does priority add?', 'Phone', 8],
  ['What does priority support add?', 'Phone', 8],
])('the answer to "%s" says how, and within how many hours', (question, way, hours) => {
  const answers = [...PRICING_PAGE.terms, ...COMPARISON_FAQ.questions].filter(
    (asked) => asked.question === question,
  );
  expect(answers.map(({ answer }) => answer)).toEqual([
    expect.stringMatching(new RegExp(`^${way}, [a-z ]+ within ${hours} hours\\.`)),
  ]);
});

test('the answer about premium and VIP support names the plan and the contact of each', () => {
  const planWith = (support: string) => namesWith((facts) => facts.support === support);
  expect(answerTo('How do premium and VIP support differ?')).toBe(
    `With premium support, on ${planWith('Premium')}, one ${contactOf('Premium')} knows your account. With VIP support, on ${planWith('VIP')}, a ${contactOf('VIP')} does.`,
  );
});

test('the answer about custom models has the number of each plan', () => {
  const counts = [...new Set(PLAN_NAMES.map((name) => PLAN_FACTS[name].customModels))].filter(Boolean);
  const included = counts.map((count, index) => {
    const plans = plansWith(({ customModels }) => customModels === count);
    const verb = plans.length === 1 ? 'includes' : 'include';
    return `${and.format(plans)} ${index === 0 ? `${verb} ${WORDS[count]} a month` : WORDS[count]}`;
  });
  expect(answerTo('Which plans include custom models?')).toBe(
    `${included.join(', ')}. On ${namesWith(({ customModels }) => customModels === 0)} you can add one.`,
  );
});

test('the answer about Web-Hook Access has the number of plans with it', () => {
  expect(plansWith((facts) => featuresOf(facts).includes('Web-Hook Access'))).toEqual(PLAN_NAMES);
  expect(answerTo('Is Web-Hook Access a feature of the larger plans?')).toBe(
    `No. All ${WORDS[PLAN_NAMES.length]} plans have it.`,
  );
});

test('the answer about the Quarterly Business Review names its plan and contact', () => {
  expect(answerTo('Who gets a Quarterly Business Review?')).toBe(
    `${namesWith(({ hasQuarterlyReview }) => hasQuarterlyReview)} customers, every quarter, with the ${contactOf('VIP')} that looks after them.`,
  );
});

test('the page of custom models says how many plans include them', () => {
  const included = WORDS[plansWith(({ customModels }) => customModels > 0).length] ?? '';
  expect(CUSTOM_MODEL.closing.title.toLowerCase()).toBe(
    `${included} of ${WORDS[PLAN_NAMES.length]} plans include models.`,
  );
  expect(plansWith(({ customModels }) => customModels === 0)).toHaveLength(1);
});
