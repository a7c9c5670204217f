import { expect, test } from 'vitest';
import { parseOpsArguments } from './parse-ops-arguments.ts';

const parse = (line: string) => parseOpsArguments(line.split(' '));

test('options are read with a space or an equals sign before the value', () => {
  expect(parse('price set --plan moonshot --monthly=1')).toMatchObject({
    options: { plan: 'moonshot', monthly: '1' },
  });
});

/** Regression: the last value won without a word. */
test.each([
  ['price set --plan moonshot --monthly 1 --monthly 2', '--monthly is given twice'],
  ['price set --plan moonshot --monthly=1 --monthly=1', '--monthly is given twice'],
  ['price list --json --json', '--json is given twice'],
  ['rep disable --email a@b.example --yes --yes', '--yes is given twice'],
])('%s: %s', (line, message) => {
  expect(() => parse(line)).toThrow(message);
});
