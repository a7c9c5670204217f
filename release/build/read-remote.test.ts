import { expect, test } from 'vitest';
import { describeBuild } from './describe-build.ts';
import { fakeRemoteBuild } from './fake-builds.ts';

const META = "meta: { title: 't', description: 'd' }";
const LOAD = "load: () => import('./page-s.js')";
const ROUTE = `{ path: '/a', access: 'public', ${META}, ${LOAD} }`;

const describeRemote = async (source: string) =>
  describeBuild(await fakeRemoteBuild({ remote: `export default ${source};` }));
const withRoute = (route: string) => `{ contractVersion: 1, routes: [${route}] }`;
const withNavigation = (entry: string) =>
  `{ contractVersion: 1, routes: [${ROUTE}], navigation: [${entry}] }`;

test.each<[string, string, string]>([
  [
    'a route without load',
    withRoute(`{ path: '/a', access: 'public', ${META} }`),
    'route /a has no load. Use () => import(',
  ],
  [
    'a load that loads nothing',
    withRoute(`{ path: '/a', access: 'public', ${META}, load: './a.tsx' }`),
    'route /a has no load',
  ],
  ...["'./a.tsx'", "{ '?a=1': () => import('./page-s.js') }", "{ '': () => import('./page-s.js') }"].map(
    (loadFor): [string, string, string] => [
      `the code for addresses ${loadFor}`,
      withRoute(`{ path: '/a', access: 'rep', ${META}, ${LOAD}, loadFor: ${loadFor} }`),
      "route /a has a wrong loadFor. Use { 'name=value': () => import(",
    ],
  ),
  [
    'a page without meta',
    withRoute(`{ path: '/a', access: 'public', ${LOAD} }`),
    'route /a has no meta. Give it a title and a description.',
  ],
  [
    'a page without title',
    withRoute(`{ path: '/a', access: 'public', meta: { description: 'd' }, ${LOAD} }`),
    'route /a has a meta without a title',
  ],
  ['a page without access', withRoute(`{ path: '/a', ${META}, ${LOAD} }`), 'route /a has no access'],
  ['a route without path', withRoute(`{ access: 'public', ${META}, ${LOAD} }`), 'route number 1 has no path'],
  ['a remote without routes', '{ contractVersion: 1 }', 'the remote has no list of routes'],
  ['a remote without contract', `{ routes: [${ROUTE}] }`, 'the remote has no contractVersion'],
  ['no remote at all', '"something else"', 'the remote has no default export'],
  [
    'an entry of an unknown page',
    withNavigation("{ place: 'header', path: '/b', label: 'B' }"),
    'navigation entry "B" leads to /b, which is no route of marketing',
  ],
  [
    'an entry without label',
    withNavigation("{ place: 'header', path: '/a' }"),
    'navigation entry /a has no label of one line and at most 24 characters',
  ],
  [
    'an entry with a long label',
    withNavigation(`{ place: 'header', path: '/a', label: '${'x'.repeat(25)}' }`),
    'has no label of one line',
  ],
  [
    'an entry without a place',
    withNavigation("{ place: 'left', path: '/a', label: 'A' }"),
    'navigation entry /a has a wrong place',
  ],
])('%s is one line with the file and what is missing', async (_what, source, message) => {
  const error = await describeRemote(source).then(
    () => new Error('was described'),
    (reason: Error) => reason,
  );
  expect(error.message).toMatch(/^marketing\/src\/remote\.ts: /);
  expect(error.message).toContain(message);
  expect(error.message).not.toContain('\n');
});

test('only reps see a link to a page for reps', async () => {
  const route = `{ path: '/a', access: 'rep', ${META}, ${LOAD} }`;
  const entry = (audience: string) =>
    `{ contractVersion: 1, routes: [${route}], navigation: [{ place: 'header', path: '/a', label: 'A'${audience} }] }`;
  await expect(describeRemote(entry(''))).rejects.toThrow('Set its audience to "rep"');
  expect((await describeRemote(entry(", audience: 'rep'"))).navigation).toHaveLength(1);
});

test('a stylesheet with rules outside its application is no release', async () => {
  await expect(describeBuild(await fakeRemoteBuild({ style: '.p-4{padding:1rem}' }))).rejects.toThrow(
    'marketing: style-1.css has rules outside its own elements (.p-4), which would change every page.',
  );
});
