import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { expect, test } from 'vitest';
import { withoutJsonSchema } from './lean-zod.ts';

const CLASSIC = /zod[\\/]v4[\\/]classic[\\/]schemas\.js$/;
const lean: Plugin = {
  name: 'lean',
  setup: ({ onLoad }) =>
    onLoad({ filter: CLASSIC }, async ({ path }) => ({
      contents: withoutJsonSchema(await readFile(path, 'utf8')),
    })),
};

/** Schemas of each kind that the contracts use, and what they make of good and bad values. */
const SOURCE = `
import * as z from 'zod';
const schema = z.strictObject({
  name: z.string().trim().min(1, 'Enter a name').max(5),
  email: z.email().optional(),
  id: z.uuid(),
  at: z.iso.datetime({ offset: true }).nullable(),
  figures: z.array(z.number().int().nonnegative()).default([]),
  kind: z.enum(['a', 'b']).catch('a'),
  rest: z.record(z.string(), z.unknown()),
  outcome: z.discriminatedUnion('is', [z.object({ is: z.literal('on') }), z.object({ is: z.literal('off') })]),
}).transform((value) => ({ ...value, extra: true })).refine(({ name }) => name !== 'no', 'Not this');
const good = {
  name: ' Ana ', id: '00000000-0000-4000-8000-000000000001', at: null, kind: 'x', rest: { a: 1 }, outcome: { is: 'on' },
};
export default [good, { ...good, name: '', figures: [-1] }, { ...good, name: 'no' }, 7].map((value) => {
  const { success, data, error } = schema.safeParse(value);
  return success ? data : error.issues;
});
`;

async function bundled(plugins: Plugin[]): Promise<{ code: string; answers: unknown }> {
  const { outputFiles } = await build({
    stdin: { contents: SOURCE, resolveDir: fileURLToPath(new URL('../../shared', import.meta.url)) },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    plugins,
  });
  const code = outputFiles[0]?.text ?? '';
  const module = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
  return { code, answers: module.default };
}

test('without JSON Schema, Zod parses the same and is at least 15 kB smaller', async () => {
  const [whole, less] = [await bundled([]), await bundled([lean])];
  expect(less.answers).toEqual(whole.answers);
  expect(whole.code).toContain('processJSONSchema');
  expect(less.code).not.toMatch(/processJSONSchema=|toJSONSchema\(/);
  expect(whole.code.length - less.code.length).toBeGreaterThan(15_000);
});
