import { expect, test } from 'vitest';
import { isAllowed, shippedLicenses } from './licenses.ts';

test.each([
  ['MIT', true],
  ['MIT AND ISC AND BSD-3-Clause', true],
  ['(GPL-3.0-only OR MIT)', true],
  ['MIT AND GPL-3.0-only', false],
  ['GPL-2.0-only WITH Classpath-exception-2.0', false],
  ['SEE LICENSE IN license.txt', false],
  ['', false],
  ['Unknown', false],
])('%s: allowed is %s', (license, allowed) => {
  expect(isAllowed(license)).toBe(allowed);
});

test('what ships is listed, also by way of shared, and nothing that only builds it', async () => {
  const names = Object.values(await shippedLicenses()).flatMap((packages) =>
    packages.map(({ name }) => name),
  );
  expect(names).toEqual(expect.arrayContaining(['react-dom', 'recharts', '@radix-ui/react-dialog', 'zod']));
  expect(names).not.toContain('vite');
});
