import { expect, it } from 'vitest';
import { suggestedAddress } from './address-suggestion.tsx';

it.each([
  ['ada@gmial.com', 'ada@gmail.com'],
  ['ada@gmai.com', 'ada@gmail.com'],
  ['ada@gmail.con', 'ada@gmail.com'],
  ['Ada.B@GMAIL.CM ', 'Ada.B@gmail.com'],
  ['ada@hotmial.com', 'ada@hotmail.com'],
  ['ada@hotmail.cmo', 'ada@hotmail.com'],
  ['ada@outlok.co', 'ada@outlook.com'],
  ['ada@yaho.com', 'ada@yahoo.com'],
  ['ada@iclould.com', 'ada@icloud.com'],
])('%s gets the suggestion %s', (typed, meant) => {
  expect(suggestedAddress(typed, true)).toBe(meant);
});

it.each([
  'ada@gmail.com',
  'ada@mail.com',
  'ada@ymail.com',
  'ada@yahoo.ca',
  'ada@hotmail.co.uk',
  'ada@hotmail.cl',
  'ada@outlook.cz',
  'ada@protonmail.ch',
  'ada@acme.example',
  'ada@gail.example',
  'ada@',
  '@gmial.com',
  'ada',
  '',
  'アダ@例え.jp',
  `ada@${'g'.repeat(250)}.com`,
])('%s gets no suggestion', (typed) => {
  expect(suggestedAddress(typed, true)).toBeNull();
});

it('an address that is still being typed gets no suggestion', () => {
  expect(suggestedAddress('ada@gmail.co', false)).toBeNull();
  expect(suggestedAddress('ada@gmail.co', true)).toBe('ada@gmail.com');
  expect(suggestedAddress('ada@gmial.com', false)).toBe('ada@gmail.com');
});
