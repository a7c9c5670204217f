import { createHash } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checkSum } from './sealed-file.ts';

test('a file of the same length with another content is damaged', async () => {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'corvane-sum-')), 'dump');
  await writeFile(file, 'rows');
  const sumOf = (text: string) => ({ bytes: 4, sha256: createHash('sha256').update(text).digest('hex') });
  await checkSum(file, sumOf('rows'));
  await expect(checkSum(file, sumOf('rowz'))).rejects.toThrow('has another checksum');
});
