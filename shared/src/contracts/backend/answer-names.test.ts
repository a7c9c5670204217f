import { expect, test } from 'vitest';
import { z } from '../../lib/zod.ts';
import { CALLS, type Call } from './calls.ts';

/** The specification names the columns of these answers. */
const SPECIFIED = ['get_product_description', 'get_product_features'];
/** Names that are values. */
const STATUSES = ['in_progress'];

/** Every name in a JSON schema, however deep. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {} } = schema as { properties?: object };
  return [...Object.keys(properties), ...Object.values(schema).flatMap(namesIn)];
}

test.each(Object.entries<Call>(CALLS).filter(([name]) => !SPECIFIED.includes(name)))(
  'the answer of %s is in camelCase',
  (_name, { answer }) => {
    const schema = z.toJSONSchema(answer, { io: 'input', unrepresentable: 'any' });
    expect(namesIn(schema).filter((name) => name.includes('_') && !STATUSES.includes(name))).toEqual([]);
  },
);
