import { expect, test } from 'vitest';
import { makeSbom } from './sbom.ts';

test('lists what ships of an application, and nothing that only builds it', async () => {
  const sbom = await makeSbom('portal');
  expect(JSON.parse(sbom)).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'portal', group: '@corvane' } },
  });
  const names = JSON.parse(sbom).components.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(['react', 'react-dom', 'recharts', 'react-dialog']));
  expect(names).not.toContain('vite');
});

test('an application that pnpm cannot list is one clear line', async () => {
  const failed = async () => ({ exitCode: 1, out: '', error: 'no lockfile\n' });
  await expect(makeSbom('portal', failed)).rejects.toThrow(
    'The packages of portal could not be listed (pnpm sbom): no lockfile',
  );
  await expect(makeSbom('portal', async () => ({ exitCode: 0, out: '', error: '' }))).rejects.toThrow();
});
