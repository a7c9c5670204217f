import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { fakeRemoteBuild } from '../../build/fake-builds.ts';
import { directoryDestination } from '../../store/directory-destination.ts';
import { signatureFile } from '../../store/release-record.ts';
import { release, releaseFirstSite, temporaryDirectory } from '../for-tests/fake-site.ts';
import { useSignedSite } from '../for-tests/signed-site.ts';

const { site, bucket, follow, shown, makeKey, releaseText } = useSignedSite();

describe('a version that was changed in the bucket after it was signed', () => {
  test.each([
    ['a script', 'remotes/marketing/<version>/page-1.js', 'page-1.js was changed'],
    ['a compressed copy', 'remotes/marketing/<version>/style-1.css.gz', 'style-1.css.gz was changed'],
    ['a script that was added', 'remotes/marketing/<version>/evil.js', 'evil.js was added'],
    ['the server build', 'server/marketing/<version>/remote.js', 'remote.js was changed'],
  ])('%s: web machines refuse it until it is repaired', async (_what, file, message) => {
    const key = await makeKey();
    const before = await shown();
    const version = await releaseText('x'.repeat(2000), key);
    const changed = file.replace('<version>', version);
    const original = await site().readText(changed);
    await site().writeText(changed, 'evil();');
    await expect(follow()).rejects.toThrow(
      `marketing ${version} is not what was signed: ${message} after it was signed (key ${key.id}). Find out who changed it.`,
    );
    expect(await shown()).toEqual(before);
    if (original === null) await site().remove([changed]);
    else await bucket().write(changed, (await originalOf(version, file)) ?? '', 'text/javascript');
    await follow();
    expect((await shown())?.marketing).toBe(version);
  });

  test.each([
    ['gz', gzipSync],
    ['br', brotliCompressSync],
  ] as const)(
    'a .%s that unpacks to more than any file of ours is refused by its size',
    async (kind, compress) => {
      const key = await makeKey();
      const before = await shown();
      const version = await releaseText('x'.repeat(2000), key);
      const file = `style-1.css.${kind}`;
      const bomb = compress(Buffer.alloc(33 * 1024 * 1024));
      await bucket().write(`remotes/marketing/${version}/${file}`, bomb, 'text/css');
      await expect(follow()).rejects.toThrow(
        `marketing ${version} is not what was signed: ${file} holds more than 32 MB: it was changed after it was signed (key ${key.id}).`,
      );
      expect(await shown()).toEqual(before);
    },
  );

  /** From the copy of the machine that released it. */
  async function originalOf(version: string, file: string): Promise<Uint8Array | null> {
    const other = await temporaryDirectory('site');
    const destination = directoryDestination(other);
    await releaseFirstSite(destination);
    await release(destination, [await fakeRemoteBuild({ text: 'x'.repeat(2000) })]);
    return readFile(path.join(other, file.replace('<version>', version)));
  }

  test('its record', async () => {
    const key = await makeKey();
    const version = await releaseText('second', key);
    const record = `releases/marketing/${version}.json`;
    const text = (await site().readText(record)) ?? '';
    await site().writeText(record, text.replace('"access":"public"', '"access":"rep"'));
    await expect(follow()).rejects.toThrow('its record was changed after it was signed');
    await site().writeText(record, text.replace(/"person":"[^"]*"/, '"person":"Ada"'));
    await follow();
  });

  test('a release of the same build is refused as well', async () => {
    const key = await makeKey();
    const version = await releaseText('second', key);
    await releaseText('third', key);
    await site().writeText(`server/marketing/${version}/remote.js`, 'evil();');
    await expect(releaseText('second', key)).rejects.toThrow('remote.js was changed after it was signed');
  });
});

test.each([
  ['cut off', (text: string) => text.slice(0, text.length / 2)],
  ['empty', () => ''],
  ['a short signature', (text: string) => text.replace(/"signature":"[^"]{20}/, '"signature":"')],
])('a signature that is damaged (%s) is one clear line', async (_how, damage) => {
  const key = await makeKey();
  const version = await releaseText('second', key);
  const file = signatureFile('marketing', version, key.id);
  await site().writeText(file, damage((await site().readText(file)) ?? ''));
  await expect(follow()).rejects.toThrow(
    `marketing ${version} is not what was signed: its signature is damaged (key ${key.id}).`,
  );
});
