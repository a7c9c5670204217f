import { expect, test } from 'vitest';
import { formatLicenses, isAllowed } from './licenses.ts';

test.each([
  ['MIT', true],
  ['MIT AND ISC AND BSD-3-Clause', true],
  ['(GPL-3.0-only OR MIT)', true],
  ['MIT AND GPL-3.0-only', false],
  ['GPL-2.0-only WITH Classpath-exception-2.0', false],
  ['SEE LICENSE IN license.txt', false],
  ['', false],
  [null, false],
])('%s: allowed is %s', (license, allowed) => {
  expect(isAllowed(license)).toBe(allowed);
});

test('lists licenses with their packages, and marks those that are not allowed', () => {
  const packages = [
    { name: 'a', version: '1.0.0', license: 'MIT' },
    { name: 'b', version: '2.0.0', license: null },
    { name: 'c', version: '3.0.0', license: 'MIT' },
  ];
  expect(formatLicenses(packages).split('\n')).toEqual([
    'license                  count  packages',
    'MIT                      2      a 1.0.0, c 3.0.0',
    'none named  not allowed  1      b 2.0.0',
  ]);
});
