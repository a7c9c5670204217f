import { expect, test } from 'vitest';
import { tokenIn } from './token-in.ts';

const TOKEN = 'q3J_-x0'.padEnd(43, 'a');

/** Regression: a customer has a link, not a token. Pasted as it is, a good link was refused. */
test.each([
  ['a token', TOKEN],
  ['a link', `https://corvane.example/comparison?access=${TOKEN}`],
  [
    'a link with more in it',
    `https://corvane.example/pricing?plan=moonshot&access=${TOKEN}&utm_source=mail#top`,
  ],
  ['a link between angle brackets', ` <https://corvane.example/comparison?access=${TOKEN}> `],
  ['a link without its scheme', `corvane.example/comparison?access=${TOKEN}`],
])('%s becomes the token', (_, text) => {
  expect(tokenIn(text)).toBe(TOKEN);
});

test('other text stays what it is', () => {
  expect(tokenIn(' access ')).toBe('access');
  expect(tokenIn('https://corvane.example/comparison')).toBe('https://corvane.example/comparison');
});
