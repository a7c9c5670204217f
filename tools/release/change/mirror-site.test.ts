import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { useSignedSite } from './signed-site.ts';

const { root, bucket, follow, shown, releaseText } = useSignedSite();

test.each([
  ['/../../../../../../etc', 'to'],
  ['/..', 'to'],
  ['/.ssh', 'to'],
  ['/../../../../../../tmp/corvane-out', 'from'],
])('a preview whose redirect leads out of it (%s, %s) is left out, and stops nothing', async (out, end) => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  const redirects = [{ from: '/x', to: '/', [end]: out }];
  await bucket().write('previews/hostile/redirects.json', JSON.stringify(redirects), 'application/json');
  const version = await releaseText('next');
  await follow();
  expect((await shown())?.marketing).toBe(version);
  expect(await readdir(path.join(root(), 'previews')).catch(() => [])).toEqual([]);
  expect(said).toHaveBeenCalledWith(expect.stringContaining('The preview hostile is left out.'));
  said.mockRestore();
});
