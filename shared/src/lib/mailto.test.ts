import { expect, test } from 'vitest';
import { mailto } from './mailto.ts';

test.each([
  ['ada@engine.example', 'mailto:ada@engine.example'],
  ["o'neil+site@engine.example", "mailto:o'neil%2Bsite@engine.example"],
  ['a?cc=eve&b%40@engine.example', 'mailto:a%3Fcc%3Deve%26b%2540@engine.example'],
])('the address %s cannot begin another header', (to, address) => {
  expect(mailto(to)).toBe(address);
});

test('headers are encoded', () => {
  expect(mailto('ada@engine.example', { subject: 'A & B', body: 'Hello,\r\n' })).toBe(
    'mailto:ada@engine.example?subject=A%20%26%20B&body=Hello%2C%0D%0A',
  );
});
