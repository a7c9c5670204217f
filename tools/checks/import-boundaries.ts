import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { importsOf } from './imports-of.ts';

export interface BoundaryViolation {
  /** Relative to the root. */
  file: string;
  specifier: string;
  rule: string;
}

interface Workspace {
  folder: string;
  packageName: string;
  dependencies: ReadonlySet<string>;
}

/** Folders that may look at everything: they build, run and test the others. */
const OBSERVERS = new Set(['tools', 'e2e']);
/** Folders whose children are rooms of their own: one child never reaches into another. */
const ROOMS = /^(?:[^/]+\/src\/(?:features|routes)|supabase\/functions)\/([^/]+)\//;
/** The one room that its neighbours share. */
const COMMON_ROOM = '_shared';
const FEDERATION_RUNTIME = 'virtual:__federation__';
const FEDERATION_FILE = 'host/src/remotes/import-remote.ts';

/**
 * Finds imports that go the wrong way. The rules come from the folders that are there, so a new application or
 * feature is guarded from its first file:
 * - an application imports itself and `shared`; `shared` imports itself; `supabase` also imports `shared`;
 * - features, routes and functions do not reach into their neighbours;
 * - what host and remotes owe each other knows nothing of what the backend answers;
 * - a package is imported only by whoever declares it;
 * - only one file of the host knows the federation plugin.
 */
export async function findBoundaryViolations(root: string): Promise<BoundaryViolation[]> {
  const workspaces = await readWorkspaces(root);
  const violations: BoundaryViolation[] = [];
  for (const workspace of workspaces) {
    for (const file of await sourceFiles(root, workspace.folder)) {
      for (const specifier of importsOf(file, await readFile(path.join(root, file), 'utf8'))) {
        const rule = violatedRule({ file, specifier, workspace, workspaces });
        if (rule !== null) violations.push({ file, specifier, rule });
      }
    }
  }
  return violations;
}

interface ImportStatement {
  file: string;
  specifier: string;
  workspace: Workspace;
  workspaces: readonly Workspace[];
}

function violatedRule({ file, specifier, workspace, workspaces }: ImportStatement): string | null {
  if (specifier === FEDERATION_RUNTIME) {
    return file === FEDERATION_FILE ? null : `only ${FEDERATION_FILE} may know the federation plugin`;
  }
  if (/^(virtual:|data:|\/|npm:|jsr:)/.test(specifier)) return null;
  if (specifier.startsWith('.')) {
    const target = path.posix.join(path.posix.dirname(file), specifier.split('?')[0] ?? specifier);
    return (
      ruleBetweenFolders(file, workspace.folder, target) ??
      ruleBetweenRooms(file, target) ??
      ruleOfContract(file, target)
    );
  }
  const packageName = packageOf(specifier);
  const target = workspaces.find((candidate) => candidate.packageName === packageName);
  if (target !== undefined) {
    const rule = ruleBetweenFolders(file, workspace.folder, `${target.folder}/`);
    if (rule !== null) return rule;
  }
  if (specifier.startsWith('node:') || builtinModules.includes(packageName)) return null;
  const declared = workspace.dependencies.has(packageName) || packageName === workspace.packageName;
  return declared ? null : `${workspace.folder}/package.json does not declare ${packageName}`;
}

function ruleBetweenFolders(file: string, from: string, target: string): string | null {
  const to = target.split('/')[0] ?? '';
  if (to === from || OBSERVERS.has(from)) return null;
  if (to === 'shared' && from !== 'shared') return null;
  // Build settings are no part of what ships.
  if (to === 'tools' && /^[^/]+\/[^/]+\.config\.ts$/.test(file)) return null;
  // Tests of the backend run it as the stack does.
  if (to === 'tools' && from === 'supabase' && /\.test\.ts$|^supabase\/tests\//.test(file)) return null;
  return `${from} may not import ${to}`;
}

function ruleBetweenRooms(file: string, target: string): string | null {
  const [fromHall, fromRoom] = ROOMS.exec(file) ?? [];
  const [toHall, toRoom] = ROOMS.exec(target) ?? [];
  if (fromRoom === undefined || toRoom === undefined || toRoom === COMMON_ROOM) return null;
  const sameHall = fromHall?.slice(0, -fromRoom.length - 1) === toHall?.slice(0, -toRoom.length - 1);
  return sameHall && fromRoom !== toRoom ? `${fromRoom} may not reach into ${toRoom}` : null;
}

function ruleOfContract(file: string, target: string): string | null {
  const crosses = file.startsWith('shared/src/contracts/remote/');
  return crosses && target.startsWith('shared/src/contracts/backend/')
    ? 'contracts/remote may not import contracts/backend'
    : null;
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

async function readWorkspaces(root: string): Promise<Workspace[]> {
  const folders = (await readdir(root, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && existsSync(path.join(root, entry.name, 'package.json')))
    .map((entry) => entry.name);
  return Promise.all(
    folders.map(async (folder) => {
      const manifest = JSON.parse(await readFile(path.join(root, folder, 'package.json'), 'utf8'));
      const dependencies = new Set(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }));
      // The workspace's own tools, declared once at its root.
      dependencies.add('vitest');
      return { folder, packageName: manifest.name as string, dependencies };
    }),
  );
}

async function sourceFiles(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(path.join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((file) => !/(^|\/)(node_modules|dist|fixtures)\//.test(file))
    .sort();
}
