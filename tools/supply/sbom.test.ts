import { expect, test } from 'vitest';
import { makeSbom, packagesIn } from './sbom.ts';

test('lists what ships of an application, with licenses, and nothing that only builds it', async () => {
  const sbom = await makeSbom('portal');
  expect(JSON.parse(sbom)).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'portal', group: '@corvane' } },
  });
  const packages = packagesIn(sbom);
  const names = packages.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['react', 'react-dom', 'recharts', '@radix-ui/react-dialog']));
  expect(names).not.toContain('vite');
  expect(names.filter((name) => name.startsWith('@corvane/'))).toEqual([]);
  expect(packages.find(({ name }) => name === 'react')?.license).toBe('MIT');
});

test('an application that pnpm cannot list is one clear line', async () => {
  const failed = async () => ({ exitCode: 1, out: '', error: 'no lockfile\n' });
  await expect(makeSbom('portal', failed)).rejects.toThrow(
    'The packages of portal could not be listed (pnpm sbom): no lockfile',
  );
  await expect(makeSbom('portal', async () => ({ exitCode: 0, out: '', error: '' }))).rejects.toThrow();
});

test('reads licenses as ids, names and expressions', () => {
  const component = { name: 'x', version: '1.0.0' };
  const licenseOf = (licenses?: object[]) =>
    packagesIn(JSON.stringify({ bomFormat: 'CycloneDX', components: [{ ...component, licenses }] }))[0]
      ?.license;
  expect(licenseOf([{ license: { id: 'MIT' } }])).toBe('MIT');
  expect(licenseOf([{ license: { name: 'Own' } }, { license: { id: 'MIT' } }])).toBe('Own AND MIT');
  expect(licenseOf([{ expression: 'MIT OR ISC' }])).toBe('MIT OR ISC');
  expect(licenseOf([])).toBeNull();
  expect(licenseOf()).toBeNull();
});
