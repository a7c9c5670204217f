import { z } from 'zod';
import { UserError } from '../command/user-error.ts';
import { type PnpmAnswer, runPnpm } from './run-pnpm.ts';

/** Beside `client/` and `server/` of a build, and in the directory of a version that no edge serves. */
export const SBOM_FILE = 'sbom.cdx.json';

const licenseSchema = z.union([
  z.object({ license: z.object({ id: z.string() }).or(z.object({ name: z.string() })) }),
  z.object({ expression: z.string() }),
]);
const sbomSchema = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(
    z.object({
      group: z.string().optional(),
      name: z.string(),
      version: z.string(),
      licenses: z.array(licenseSchema).optional(),
    }),
  ),
});

/** A package that ships, of no application of ours. */
export interface ShippedPackage {
  name: string;
  version: string;
  /** SPDX expression. Null when the package names none. */
  license: string | null;
}

/**
 * Lists the packages that an application is built of, as CycloneDX JSON, with those that only build it left out.
 * @throws UserError when pnpm cannot make the list.
 */
export async function makeSbom(
  app: string,
  run: (args: readonly string[]) => Promise<PnpmAnswer> = runPnpm,
): Promise<string> {
  const { exitCode, out, error } = await run([
    'sbom',
    '--sbom-format',
    'cyclonedx',
    '--prod',
    '--filter',
    `@corvane/${app}`,
  ]);
  if (exitCode !== 0 || !out.includes('"CycloneDX"')) {
    throw new UserError(`The packages of ${app} could not be listed (pnpm sbom): ${error.trim()}`);
  }
  return out;
}

/** By name, each version once. @throws when it is no CycloneDX JSON. */
export function packagesIn(sbom: string): ShippedPackage[] {
  const { components } = sbomSchema.parse(JSON.parse(sbom));
  const packages = components
    .filter(({ group }) => group !== '@corvane')
    .map(({ group, name, version, licenses }) => ({
      name: group === undefined ? name : `${group}/${name}`,
      version,
      license: licenses?.map(nameOf).join(' AND ') || null,
    }));
  const byKey = new Map(packages.map((one) => [`${one.name}@${one.version}`, one]));
  return [...byKey.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

function nameOf(entry: z.infer<typeof licenseSchema>): string {
  if ('expression' in entry) return entry.expression;
  return 'id' in entry.license ? entry.license.id : entry.license.name;
}
