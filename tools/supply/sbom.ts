import { UserError } from '../command/user-error.ts';
import { type PnpmAnswer, runPnpm } from './run-pnpm.ts';

/** Beside `client/` and `server/` of a build, and in the directory of a version that no edge serves. */
export const SBOM_FILE = 'sbom.cdx.json';

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
