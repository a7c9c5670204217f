import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const WORKSPACE = path.resolve(import.meta.dirname, '..');

/** The input of a build, and the file of each that contains its contract version. */
const SOURCES: Readonly<Record<string, string>> = {
  host: 'shared/src/contracts/remote/host-services.ts',
  marketing: 'marketing/src/remote.ts',
  portal: 'portal/src/remote.ts',
};
const COPIED = [
  ...Object.keys(SOURCES),
  'shared',
  'tools',
  'package.json',
  'pnpm-lock.yaml',
  'tsconfig.base.json',
];

/** Today's sources, where a test may change them; packages are those of the workspace. */
async function copyOfSources(): Promise<string> {
  const copy = await mkdtemp(path.join(tmpdir(), 'corvane-contract-'));
  for (const name of COPIED) {
    await cp(path.join(WORKSPACE, name), path.join(copy, name), {
      recursive: true,
      // A package's links are relative: those to packages of the workspace lead into the copy.
      verbatimSymlinks: true,
      filter: (source) => !/[/\\](dist|\.build-lock)$/.test(source),
    });
  }
  await symlink(path.join(WORKSPACE, 'node_modules'), path.join(copy, 'node_modules'));
  return copy;
}

async function declareContract(file: string, version: number): Promise<void> {
  const code = await readFile(file, 'utf8');
  const declared = code.replace(
    /((?:CONTRACT_VERSION =|contractVersion:) )\d+/,
    (_all, before: string) => before + String(version),
  );
  if (declared === code) throw new Error(`${file} does not say its version of the contract`);
  await writeFile(file, declared);
}

/**
 * Builds every application from today's sources as if they were written against another version of the contract.
 * @returns the directory of each application's build
 */
export async function buildForContract(version: number): Promise<Record<string, string>> {
  const copy = await copyOfSources();
  for (const file of Object.values(SOURCES)) await declareContract(path.join(copy, file), version);
  const builds: Record<string, string> = {};
  for (const app of Object.keys(SOURCES)) {
    const script = `import { buildApp } from './tools/build/build-app.ts'; await buildApp('${app}');`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: copy,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${app} could not be built for contract ${version}: ${stderr}`);
    builds[app] = path.join(copy, app, 'dist');
  }
  return builds;
}
