import { expect, test } from 'vitest';
import { findPriceLeaks } from './price-leaks.ts';

/** Invented: 2,345 and 500 dollars. */
const AMOUNTS_CENTS = [234_500, 50_000];

test.each([
  ['page.html', '<p>from $2,345 a month</p>'],
  ['page.html', '<p>2345</p>'],
  ['page.html', '<p>2 345</p>'],
  ['page.html', '<p data-x="2,345"></p>'],
  ['page.html', '<script type="application/json">{"cents":234500}</script>'],
  ['page.html', '<p>only 500 to start</p>'],
  ['page.html', '<p>$500</p>'],
  ['data.json', '{"monthly":"2,345"}'],
  ['data.json', '{"activation":500}'],
  ['a.js', 'export const a = 2345'],
  ['a.js', 'export const a = 2345e2'],
  ['a.js', 'export const a = 0x929'],
  ['a.js', 'export const a = 234500n.toString() + "2.345"'],
  ['a.js', 'export const a = `from 2345.00`'],
  ['a.js', 'export const a = "$500"'],
  ['a.js', 'export const a = "500.00"'],
  ['a.js.map', '{"sourcesContent":["const price = 234500"]}'],
])('%s with %s is a leak', (file, content) => {
  expect(findPriceLeaks(file, content, AMOUNTS_CENTS)).not.toEqual([]);
});

test.each([
  ['page.html', '<p class="max-w-[500px]">98.7% and 12,345 people</p><svg viewBox="0 0 500 80"></svg>'],
  ['page.html', '<p>1-2345-6</p>'],
  ['a.js', 'setTimeout(f, 500); const status = 500; const id = "x2345y"; const color = "#234500"'],
  ['style.css', '.a { font-weight: 500; width: 500px }'],
  ['a.js', 'const big = 12345; const text = "1.2345"'],
])('%s with %s is not a price', (file, content) => {
  expect(findPriceLeaks(file, content, AMOUNTS_CENTS)).toEqual([]);
});
