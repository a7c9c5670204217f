import { expect, test } from 'vitest';
import { framesOf } from './stack-frames.ts';

const PORTAL = { application: 'portal', version: 'p1', file: 'page-Ab_1.js', line: 1, column: 20 };
const HOST = { application: 'host', version: 'h1', file: 'index-x.js', line: 40, column: 2 };

test.each([
  [
    'Chromium',
    `TypeError: x is undefined
    at Sales (https://www.corvane.example/remotes/portal/p1/page-Ab_1.js:1:20)
    at https://www.corvane.example/assets/host/h1/index-x.js:40:2`,
  ],
  [
    'Firefox and Safari',
    `Sales@https://www.corvane.example/remotes/portal/p1/page-Ab_1.js:1:20
@https://www.corvane.example/assets/host/h1/index-x.js:40:2`,
  ],
  [
    'a retried import, whose address has a query',
    `at Sales (http://localhost:8080/remotes/portal/p1/page-Ab_1.js?r=1:1:20)
    at a (http://localhost:8080/assets/host/h1/index-x.js:40:2)`,
  ],
])('our frames are read from a stack of %s', (_, stack) => {
  expect(framesOf(stack)).toEqual([PORTAL, HOST]);
});

test('a stack of browser extensions and inline scripts has no frame of ours', () => {
  expect(
    framesOf('Error\n at f (chrome-extension://abc/content.js:1:2)\n at https://www.corvane.example/:9:1'),
  ).toEqual([]);
});
