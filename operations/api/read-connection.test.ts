import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readConnection } from './read-connection.ts';

async function stackIn(name: string): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'corvane-data-'));
  await mkdir(path.join(dataDir, 'site'));
  await writeFile(path.join(dataDir, 'backend-url'), `http://127.0.0.1/${name}`);
  await writeFile(
    path.join(dataDir, 'secrets.json'),
    JSON.stringify({ secretKey: name, salesIdPepper: 'p' }),
  );
  return dataDir;
}

test('the local stack is found by its data directory, or by the site in it', async () => {
  const dataDir = await stackIn('one');
  expect(readConnection({ DATA_DIR: dataDir }).secretKey).toBe('one');
  expect(readConnection({ RELEASE_DESTINATION: path.join(dataDir, 'site') }).secretKey).toBe('one');
  const other = await stackIn('other');
  expect(readConnection({ DATA_DIR: other, RELEASE_DESTINATION: path.join(dataDir, 'site') }).secretKey).toBe(
    'other',
  );
});

test('a site without a stack beside it, or in a bucket, names none', async () => {
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'corvane-data-'));
  for (const RELEASE_DESTINATION of ['/srv/corvane/site', 's3://corvane-site/production']) {
    expect(() => readConnection({ DATA_DIR, RELEASE_DESTINATION })).toThrow('no local stack is running');
  }
});

test('a named project comes first', async () => {
  const env = {
    SUPABASE_URL: 'https://x.example/',
    SUPABASE_SECRET_KEY: 'k',
    DATA_DIR: await stackIn('one'),
  };
  expect(readConnection(env)).toEqual({ url: 'https://x.example', secretKey: 'k' });
});
