import { expect, test } from 'vitest';
import { z } from '../../lib/zod.ts';
import { CALLS, type Call } from './calls.ts';

/** The specification names the columns of these answers. */
const SPECIFIED = ['get_product_description', 'get_product_features', 'get_sales_sessions'];
/** Still the names of columns. */
const LATER = [
  'change-price',
  'get_customer_note',
  'get_customer_openings',
  'get_customer_timeline',
  'get_customers',
  'get_manager_access',
  'get_plan_prices',
  'get_plan_prices_at',
  'get_prices',
  'get_rep_settings',
  'get_sale_explanation',
  'get_sales_dashboard',
  'get_sales_table',
];
/** Names that are values. */
const STATUSES = ['in_progress'];

/** Every name in a JSON schema, however deep. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {} } = schema as { properties?: object };
  return [...Object.keys(properties), ...Object.values(schema).flatMap(namesIn)];
}

test.each(Object.entries<Call>(CALLS).filter(([name]) => ![...SPECIFIED, ...LATER].includes(name)))(
  'the answer of %s is in camelCase',
  (_name, { answer }) => {
    const schema = z.toJSONSchema(answer, { io: 'input', unrepresentable: 'any' });
    expect(namesIn(schema).filter((name) => name.includes('_') && !STATUSES.includes(name))).toEqual([]);
  },
);
