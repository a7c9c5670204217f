import { expect, test } from 'vitest';
import { readArguments } from './read-arguments.ts';

const read = (...args: string[]) =>
  readArguments(
    { args, options: { out: { type: 'string' }, place: { type: 'string', multiple: true } } },
    'ops --help',
  ).values;

test('an option that may be repeated keeps all its values', () => {
  expect(read('--place', 'header', '--out', 'a', '--place', 'footer')).toEqual({
    out: 'a',
    place: ['header', 'footer'],
  });
});

test('an option given twice, an unknown one and a missing value are one clear line', () => {
  expect(() => read('--out', 'a', '--out=b')).toThrow('--out is given twice. See ops --help.');
  expect(() => read('--in', 'a')).toThrow("Unknown option '--in'. See ops --help.");
  expect(() => read('--out')).toThrow('See ops --help.');
});
