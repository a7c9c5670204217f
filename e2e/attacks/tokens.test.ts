import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { attacked, describeEdges, head } from './attack.ts';

const TOKEN = `LINK-TOKEN-${crypto.randomUUID()}`;

describeEdges((edge) => {
  test.each([
    '/comparison?access=',
    '/comparison?x=1&access=',
    '/comparison?ACCESS=',
    '/comparison%3Faccess=',
    '/nowhere?access=',
  ])('the page of a link %s… does not reveal its address to other servers', async (address) => {
    const response = await edge.get(address + TOKEN);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await response.text()).not.toContain(TOKEN);
    expect([...response.headers].flat().join('\n')).not.toContain(TOKEN);
  });

  test('the answer to a broken or refused request does not repeat its address', async () => {
    for (const target of [
      `/comparison?access=${TOKEN}\0`,
      `/${'x'.repeat(9_000)}?access=${TOKEN}`,
      `/%?access=${TOKEN}`,
    ]) {
      const { text } = await edge.send(
        head(edge, `GET ${target}`, `Referer: https://x.example/?access=${TOKEN}`),
      );
      expect(text).not.toContain(TOKEN);
    }
  });
});

// Runs after the requests above, whose tokens must not appear anywhere.
test('no file or printed line of the stack or nginx contains a token from an address or referrer', async () => {
  // nginx writes its log every second.
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  const filesRead: string[] = [];
  for (const root of [attacked.dataDir, attacked.nginxPrefix]) {
    for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const bytes = await readFile(path.join(entry.parentPath, entry.name)).catch(() => Buffer.alloc(0));
      expect([entry.name, bytes.includes(TOKEN)]).toEqual([entry.name, false]);
      filesRead.push(entry.name);
    }
  }
  expect(filesRead.length).toBeGreaterThan(10);
  expect(filesRead).toEqual(expect.arrayContaining(['access.log', 'error.log']));
  const output = await readFile(attacked.outputFile, 'utf8');
  expect(output).toContain('Ctrl-C stops it');
  expect(output).not.toContain(TOKEN);
});
