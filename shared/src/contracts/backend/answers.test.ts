import { expect, test } from 'vitest';
import { z } from '../../lib/zod.ts';
import { CALLS, type Call } from './calls.ts';

/** The specification names the columns of these answers. */
const SPECIFIED = ['get_product_description', 'get_product_features'];
/** Names that are values. */
const STATUSES = ['in_progress'];

const answerOf = ({ answer }: Call) => z.toJSONSchema(answer, { io: 'input', unrepresentable: 'any' });

/** Every name in a JSON schema, however deep. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {} } = schema as { properties?: object };
  return [...Object.keys(properties), ...Object.values(schema).flatMap(namesIn)];
}

test.each(Object.entries<Call>(CALLS).filter(([name]) => !SPECIFIED.includes(name)))(
  'the answer of %s is in camelCase',
  (_name, call) => {
    expect(namesIn(answerOf(call)).filter((name) => name.includes('_') && !STATUSES.includes(name))).toEqual(
      [],
    );
  },
);

/** Names of the numbers in a JSON schema that cannot be zero. */
function neverZero(schema: unknown, name = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, minimum = 0, exclusiveMinimum = -1, ...rest } = schema as Record<string, object>;
  const own = Number(minimum) > 0 || Number(exclusiveMinimum) >= 0 ? [name] : [];
  const named = Object.entries(properties).flatMap(([inner, of]) => neverZero(of, inner));
  return [...own, ...named, ...Object.values(rest).flatMap((part) => neverZero(part, name))];
}

/** A list that is refused for a count of none is a page that fails. */
test('of the numbers in answers, only these are never zero', () => {
  const names = Object.values<Call>(CALLS).flatMap((call) => neverZero(answerOf(call)));
  expect([...new Set(names)].sort()).toEqual([
    'activationCents',
    'annualCents',
    'extensionSeconds',
    'keptDays',
    'maxAttempts',
    'monthlyCents',
    'resendAfterSeconds',
    'targetBeforeCents',
    'targetCents',
    'validForSeconds',
    'version',
  ]);
});
