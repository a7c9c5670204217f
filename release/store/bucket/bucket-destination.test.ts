import { expect, test } from 'vitest';
import { RefusedFilesError } from '../link-redirects.ts';
import { withinDirectory } from './bucket-destination.ts';

test('a key of the bucket is a file below its directory', () => {
  expect(withinDirectory('previews/abc/assets/a..b.js', 'previews/abc')).toBe('assets/a..b.js');
});

test.each([
  'previews/abc/../../pages/live/index.html',
  'previews/abc/a/../../x',
  'previews/abc/./x',
  'previews/abc//etc/passwd',
  'previews/abc/a\\..\\x',
  'previews/abc/',
])('a key that leads out of it is refused: %s', (key) => {
  expect(() => withinDirectory(key, 'previews/abc')).toThrow(RefusedFilesError);
});
