import { CONTRACT_VERSION } from '@corvane/shared/contracts/remote/host-services';
import { registrySchema } from '@corvane/shared/contracts/remote/registry-schema';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { releaseRecordSchema } from '../../../release/store/release-record.ts';
import registry from './recorded/registry.json' with { type: 'json' };
import releaseRecords from './recorded/release-records.json' with { type: 'json' };

/*
 * The kept declarations do not show what a schema refuses. These files were written with the current version of the
 * contract, each value at its limit. A schema that refuses one of them breaks sites that are live.
 */

const recorded = [
  { file: 'registry.json', schema: registrySchema, content: registry },
  { file: 'release-records.json', schema: z.array(releaseRecordSchema), content: releaseRecords },
];

test.each(recorded)('$file of this contract version is read without a loss', ({ schema, content }) => {
  expect(schema.parse(content)).toEqual(content);
});

test.each(recorded)('no list in $file has a longest length', ({ schema, content }) => {
  expect(schema.safeParse(withLongLists(content)).success).toBe(true);
});

test('a new contract version gets recorded files of its own', () => {
  const releases = [registry.host, ...Object.values(registry.remotes), ...releaseRecords];
  expect(new Set(releases.map(({ contractVersion }) => contractVersion))).toEqual(
    new Set([CONTRACT_VERSION]),
  );
});

/** The same with every list fifty times as long. */
function withLongLists(value: unknown): unknown {
  if (Array.isArray(value)) return Array(50).fill(value.map(withLongLists)).flat();
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withLongLists(inner)]));
}
