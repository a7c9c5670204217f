import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { copyOfSources, runIn } from './copy-of-sources.ts';

/** The input of each build, and the file that declares its contract version. */
const SOURCES: Readonly<Record<string, string>> = {
  host: 'shared/src/contracts/remote/host-services.ts',
  marketing: 'marketing/src/remote.ts',
  portal: 'portal/src/remote.ts',
};
async function declareContract(file: string, version: number): Promise<void> {
  const code = await readFile(file, 'utf8');
  const declared = code.replace(
    /((?:CONTRACT_VERSION =|contractVersion:) )\d+/,
    (_all, before: string) => before + String(version),
  );
  if (declared === code) throw new Error(`${file} does not declare its contract version`);
  await writeFile(file, declared);
}

/**
 * Builds every application from the current sources as if written for another contract version.
 * @returns the directory of each application's build
 */
export async function buildForContract(version: number): Promise<Record<string, string>> {
  const copy = await copyOfSources(Object.keys(SOURCES));
  for (const file of Object.values(SOURCES)) await declareContract(path.join(copy, file), version);
  const builds: Record<string, string> = {};
  for (const app of Object.keys(SOURCES)) {
    runIn(copy, `import { buildApp } from './tools/build/build-app.ts'; await buildApp('${app}');`);
    builds[app] = path.join(copy, app, 'dist');
  }
  return builds;
}
