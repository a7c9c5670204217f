import { customerSchema } from '@corvane/shared/contracts/backend/customers/customers';
import { expect, test } from 'vitest';
import { customerRow } from './customers-fixtures.ts';
import { nextStep } from './list.tsx';
import { STATUSES_IN_ORDER } from './status.tsx';

const CUSTOMER = customerSchema.parse(customerRow());

test('each status says what to do next, and whether prices were seen decides what', () => {
  const words = (pricesSeenCount: number) =>
    STATUSES_IN_ORDER.map((status) => nextStep({ ...CUSTOMER, pricesSeenCount }, status));
  const [issued, extend, again, fresh] = [
    'Ask whether the email arrived',
    'Extend it if they need longer',
    'Extend it if they are still interested',
    'Issue a new link if they ask',
  ];
  const show = 'Show them where the prices are';
  const ask = 'Ask what they think of the prices';
  expect(words(0)).toEqual([issued, show, show, extend, again, fresh]);
  expect(words(1)).toEqual([issued, ask, ask, extend, again, fresh]);
});
