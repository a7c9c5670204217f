import { expect, test } from 'vitest';
import { dayInWords } from './legal-page.tsx';

test('a day reads as an American writes it', () => {
  const format = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' });
  for (let month = 0; month < 12; month += 1) {
    const day = new Date(2026, month, 9 + month);
    expect(dayInWords(day)).toBe(format.format(day));
  }
});
