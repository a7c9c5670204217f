import { afterEach, expect, test, vi } from 'vitest';
import { say } from './say.ts';

afterEach(() => vi.restoreAllMocks());

test('lines, columns and indentation stay, and escape sequences do not', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  say('host      1\n  on /\u001b]52;c;ZXZpbA==\u0007\u202E');
  expect(log).toHaveBeenCalledWith('host      1\n  on / ]52;c;ZXZpbA==');
});
