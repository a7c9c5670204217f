import { expect, test } from 'vitest';
import { isOneLine, manyLines, oneLine } from './plain-text.ts';

const ESC = '\u001b';

test.each([
  ['Ada\r\nBcc: x@y.example', 'Ada Bcc: x@y.example'],
  [`Ada${ESC}[2J${ESC}[1;1HRoot`, 'Ada [2J [1;1HRoot'],
  ['Ada\u009b31mRoot', 'Ada 31mRoot'],
  ['Ada\u0085Root\u2028Root\u2029Root', 'Ada Root Root Root'],
  ['Ada\tLovelace\u0000', 'Ada Lovelace'],
  ['\u202eecalevoL\u202c', 'ecalevoL'],
  ['\u2066A\u2067d\u2068a\u2069', 'Ada'],
  ['\ufeffA\u200bd\u200ca\u200d\u200e\u200f\u00ad\u2060', 'Ada'],
  ['A\u{e0041}d\u{e007f}a\u3164', 'Ada'],
  ['A\u200cda\u200d \u200d', 'Ada'],
  ['\n\t \u200b', ''],
])('%j is %j on one line', (text, line) => {
  expect(oneLine(text)).toBe(line);
  expect(isOneLine(text)).toBe(false);
});

test.each([
  'Zoë Müller-Lüdenscheid',
  "O'Neil & Söhne, Inc.",
  'Ⅷ 田中 👋',
  '葛\u{e0100}城',
  'محمد',
  '  two  spaces  ',
])('%j stays unchanged', (text) => {
  expect(oneLine(text)).toBe(text.trim());
  expect(isOneLine(text)).toBe(true);
});

test('a message keeps its lines and loses its invisible characters', () => {
  expect(manyLines(`One\r\nTwo\rThree\u2028Four\n\n\tFive ${ESC}[31m\u202e6\u0000 `)).toBe(
    'One\nTwo\nThree\nFour\n\n Five [31m6',
  );
  // One family is four joined people. Persian separates words without a space.
  expect(manyLines('👨‍👩‍👧‍👦 می‌خواهم')).toBe('👨‍👩‍👧‍👦 می‌خواهم');
});
