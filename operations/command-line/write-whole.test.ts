import { execFileSync, spawn } from 'node:child_process';
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeWhole } from './write-whole.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'corvane-write-'));
  file = path.join(folder, 'person.json');
});
afterEach(() => rm(folder, { recursive: true }));

async function* partsOf(text: string) {
  yield text.slice(0, 2);
  yield text.slice(2);
}

describe.each([
  ['as one text', (text: string) => writeWhole(file, text)],
  ['in parts', (text: string) => writeWhole(file, partsOf(text))],
])('a file written %s', (_, write) => {
  /** Regression: in a shared folder, such a file kept its owner and its mode, and received the data. */
  test('takes no file that is there before, and only its owner may read it', async () => {
    await writeFile(`${file}.part`, 'theirs', { mode: 0o666 });
    await write('{"name":"Ada"}');
    expect(await readFile(file, 'utf8')).toBe('{"name":"Ada"}');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(`${file}.part`, 'utf8')).toBe('theirs');
    expect(await readdir(folder)).toEqual(['person.json', 'person.json.part']);
  });

  test('replaces an older one', async () => {
    await writeFile(file, 'older');
    await write('newer');
    expect(await readFile(file, 'utf8')).toBe('newer');
  });

  test('is written through a link to a file that is not there yet', async () => {
    await symlink('later.json', file);
    await write('new');
    expect((await lstat(file)).isSymbolicLink()).toBe(true);
    expect(await readFile(path.join(folder, 'later.json'), 'utf8')).toBe('new');
  });

  /** Regression: the second link was replaced by a file. */
  test('is written through several links, in linked folders', async () => {
    await mkdir(path.join(folder, 'a/b'), { recursive: true });
    await symlink('a/b', path.join(folder, 'linked'));
    await symlink('linked/second.json', file);
    await symlink('../later.json', path.join(folder, 'a/b/second.json'));
    await write('new');
    expect((await lstat(path.join(folder, 'a/b/second.json'))).isSymbolicLink()).toBe(true);
    expect(await readFile(path.join(folder, 'a/later.json'), 'utf8')).toBe('new');
  });

  test('is no link to itself', async () => {
    await symlink('person.json', file);
    await expect(write('text')).rejects.toThrow(/cannot be written \(ELOOP\)$/);
    expect((await lstat(file)).isSymbolicLink()).toBe(true);
  });

  /** Regression: the link was replaced by a file, and the file that it named stayed as it was. */
  test('is written through a link, which stays', async () => {
    const target = path.join(folder, 'target.json');
    await writeFile(target, 'older');
    await symlink(target, file);
    await write('newer');
    expect([(await lstat(file)).isSymbolicLink(), await readFile(target, 'utf8')]).toEqual([true, 'newer']);
    expect(await readdir(folder)).toEqual(['person.json', 'target.json']);
  });

  /** Regression: the pipe was replaced by a file, and its reader waited forever. */
  test('goes into a pipe', async () => {
    execFileSync('mkfifo', [file]);
    const read = text(spawn('cat', [file]).stdout);
    await write('into the pipe');
    expect(await read).toBe('into the pipe');
    expect((await lstat(file)).isFIFO()).toBe(true);
  });

  test('that cannot be put in its place is one clear line and leaves nothing', async () => {
    await mkdir(file);
    await expect(write('text')).rejects.toThrow(/cannot be written \(E\w+\)$/);
    expect(await readdir(folder)).toEqual(['person.json']);
  });
});

test('a part that cannot be made is the error, and leaves nothing', async () => {
  async function* parts() {
    yield 'first';
    throw new Error('the next page did not come');
  }
  await expect(writeWhole(file, parts())).rejects.toThrow('the next page did not come');
  expect(await readdir(folder)).toEqual([]);
});
