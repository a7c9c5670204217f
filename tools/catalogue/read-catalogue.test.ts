import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCatalogue } from './read-catalogue.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'corvane-catalogue-'));
});
afterAll(() => rm(folder, { recursive: true }));

const [first = expect.fail('no plan')] = readCatalogue().plans;
const [feature = expect.fail('no feature')] = first.features;
const ONE_LINE = 'must be one line of plain text, without control characters or invisible characters';

/** Regression: the database refused them, and the operator read `answered 409` or `answered 400`. */
test.each([
  ['two plans of one slug', [{}, { name: 'Other' }], 'plans.1.slug: "launch" is there twice'],
  ['two plans of one name', [{}, { slug: 'other' }], `plans.1.name: "${first.name}" is there twice`],
  [
    'a feature twice in one plan',
    [{ features: [feature, { ...feature, limit: 'Other' }] }],
    `plans.0.features.1.name: "${feature.name}" is there twice`,
  ],
  ['a control character in a name', [{ name: 'Moon\u0000shot' }], `plans.0.name: ${ONE_LINE}`],
  ['half a character in a name', [{ name: 'Moon\ud800shot' }], `plans.0.name: ${ONE_LINE}`],
  ['a line break in a description', [{ description: 'a\nb' }], `plans.0.description: ${ONE_LINE}`],
  [
    'a control character in a feature',
    [{ features: [{ name: 'a\u0000', limit: 'b\u001b' }] }],
    `plans.0.features.0.name: ${ONE_LINE}; plans.0.features.0.limit: ${ONE_LINE}`,
  ],
])('a catalogue with %s is one clear line', async (_, changes, message) => {
  const file = path.join(folder, 'catalogue.json');
  const plans = changes.map((change) => ({ ...first, slug: 'launch', ...change }));
  await writeFile(file, JSON.stringify({ plans }));
  expect(() => readCatalogue(file)).toThrow(`The catalogue ${file} is not valid: ${message}`);
});

test('two plans may have a feature of the same name', async () => {
  const file = path.join(folder, 'catalogue.json');
  const plans = [first, { ...first, slug: 'other', name: 'Other' }];
  await writeFile(file, JSON.stringify({ plans }));
  expect(readCatalogue(file).plans).toEqual(plans);
});
