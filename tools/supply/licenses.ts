import { z } from 'zod';
import { parseJson } from '../command/parse-json.ts';
import { UserError } from '../command/user-error.ts';
import { APPS } from '../workspace/apps.ts';
import { runPnpm } from './run-pnpm.ts';

/** Licenses under which a closed product may ship a package. Another one needs a person who has read it. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
]);

/** `A OR B` needs one allowed license, `A AND B` needs all. Anything else, such as an exception to a license, is not allowed. */
export function isAllowed(license: string): boolean {
  return license
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => ALLOWED.has(one.trim())));
}

const listSchema = z.record(
  z.string(),
  z.array(z.object({ name: z.string(), versions: z.array(z.string()) })),
);

/** The packages that ship, by license. The Edge Functions ship as well. @throws UserError when pnpm cannot list them. */
export async function shippedLicenses(): Promise<z.infer<typeof listSchema>> {
  const parts = [...APPS, 'shared', 'supabase'].flatMap((part) => ['--filter', `@corvane/${part}`]);
  const { out, error } = await runPnpm(['licenses', 'list', '--json', '--prod', ...parts]);
  const list = listSchema.safeParse(parseJson(out));
  if (!list.success) throw new UserError(`The licenses could not be listed (pnpm licenses): ${error.trim()}`);
  return list.data;
}

/** A line for each package that ships under a license which is not allowed. */
export async function refusedLicenses(): Promise<string[]> {
  return Object.entries(await shippedLicenses())
    .filter(([license]) => !isAllowed(license))
    .flatMap(([license, packages]) =>
      packages.map(
        ({ name, versions }) => `license of ${name} ${versions.join(', ')} is not allowed: ${license}`,
      ),
    );
}
