import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { EDGE_ERRORS } from '../requests/edge-errors.ts';

const linesOf = (file: string, block: RegExp) => {
  const text = readFileSync(path.join(WORKSPACE_ROOT, 'nginx', file), 'utf8');
  const inside = new RegExp(`${block.source} \\{\\n(.*?)\\n\\}`, 's').exec(text)?.[1] ?? '';
  return inside.split('\n').map((line) => /^\s*(\S+) +(.*);$/.exec(line)?.slice(1) ?? []);
};

/** The value that a map of errors.conf has for a status. */
function nginxValue(variable: string, status: number): string {
  const lines = linesOf('errors.conf', new RegExp(`map \\$status \\${variable}`));
  const isMeant = (key = '') =>
    key === `${status}` || (key.startsWith('"~') && new RegExp(key.slice(2, -1)).test(`${status}`));
  const found = lines.find(([key]) => isMeant(key)) ?? lines.find(([key]) => key === 'default');
  return (found?.[1] ?? '').replace(/^"(.*)"$/, '$1');
}

// nginx makes no 408 or 414 of the API: it ends the connection, or answers 400.
test.each([400, 404, 405, 413, 415, 429, 500, 502, 503, 504] as const)(
  'an error %i of nginx says what that of the local gateway says',
  (status) => {
    const { code, message } = EDGE_ERRORS[status];
    expect([nginxValue('$error_code', status), nginxValue('$error_message', status)]).toEqual([
      code,
      message,
    ]);
    expect(nginxValue('$error_retry_after', status)).toBe(status === 429 || status > 500 ? '5' : '');
  },
);

test('each of the hundred lanes is drawn by one visitor in a hundred', () => {
  const lanes = Array.from({ length: 100 }, (_, lane) => `${lane}`.padStart(2, '0'));
  const drawn = linesOf('lanes.conf', /split_clients .* \$drawn_lane/).filter((line) => line.length > 0);
  expect(drawn).toEqual(lanes.map((lane) => [lane === '99' ? '*' : '1%', lane]));
});
