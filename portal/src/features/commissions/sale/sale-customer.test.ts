import { expect, test } from 'vitest';
import { customerOfSale } from './sale-customer.ts';

test('a sale without a customer shows an unknown customer', () => {
  expect(customerOfSale({ customer: null })).toEqual({ name: 'Unknown Customer', detail: '' });
});

/** Regression: two customers of one name and company looked the same. */
test('a customer is shown with company and address', () => {
  const customer = { id: 'c', name: 'Ana Diaz', email: 'ana@acme.example', company: 'Acme' };
  expect(customerOfSale({ customer })).toEqual({ name: 'Ana Diaz', detail: 'Acme · ana@acme.example' });
  expect(customerOfSale({ customer: { ...customer, name: '' } })).toEqual({
    name: 'ana@acme.example',
    detail: 'Acme',
  });
});

test('the address replaces a missing name or company', () => {
  const customer = { id: 'c', name: 'Ana Diaz', email: 'ana@acme.example', company: '' };
  expect(customerOfSale({ customer })).toEqual({ name: 'Ana Diaz', detail: 'ana@acme.example' });
  expect(customerOfSale({ customer: { ...customer, name: '' } })).toEqual({
    name: 'ana@acme.example',
    detail: '',
  });
});
