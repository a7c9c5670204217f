import { expect, test } from 'vitest';
import { readWebOptions } from './web-options.ts';

test('a run without options measures every page, seven times, over both connections', () => {
  expect(readWebOptions([])).toEqual({
    rounds: 7,
    pages: null,
    connections: ['h2', 'http/1.1'],
    beside: {},
    jsonFile: null,
    writesDocs: false,
  });
});

test('a short run names its rounds, pages and other sites', () => {
  const args = [
    '--rounds',
    '3',
    '--pages',
    '/,/about',
    '--connection',
    'h2',
    '--beside',
    'shop=http://localhost:81/x/?y',
    '--beside',
    'old=https://localhost:82',
  ];
  expect(readWebOptions(args)).toMatchObject({
    rounds: 3,
    pages: ['/', '/about'],
    connections: ['h2'],
    beside: { shop: 'http://localhost:81/x', old: 'https://localhost:82' },
  });
});

test.each([
  [['--rounds', '0'], 'The number of rounds must be a whole number from 1 on, not "0"'],
  [['--connection', 'h3'], 'Unknown connection "h3": h2, http/1.1'],
  [['--beside', 'http://localhost'], '"--beside http://localhost" is not name=url'],
  [['--beside', 'shop=file:///etc'], '"--beside shop=file:///etc" is not name=url'],
])('%s is refused', (args, message) => {
  expect(() => readWebOptions(args)).toThrow(message);
});
