import { createHash } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { expect, test } from 'vitest';
import { checkSum, openSealed, readIdentities, writeSealed } from './sealed-file.ts';

test('a file of the same length with another content is damaged', async () => {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'corvane-sum-')), 'dump');
  await writeFile(file, 'rows');
  const sumOf = (text: string) => ({ bytes: 4, sha256: createHash('sha256').update(text).digest('hex') });
  await checkSum(file, sumOf('rows'));
  await expect(checkSum(file, sumOf('rowz'))).rejects.toThrow('has another checksum');
});

test('a file for one of the keys is opened, and one for another key is refused', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'corvane-sealed-'));
  const [sealed, keys] = [path.join(folder, 'dump.age'), path.join(folder, 'keys')];
  const older = await generateIdentity();
  await writeFile(keys, `# of today, and of before\n${await generateIdentity()}\n${older}\n`);
  await writeSealed(sealed, Readable.from([Buffer.from('rows')]), await identityToRecipient(older));
  expect(await text(await openSealed(sealed, await readIdentities(keys)))).toBe('rows');
  await expect(openSealed(sealed, [await generateIdentity()])).rejects.toThrow('made for another key');
});
