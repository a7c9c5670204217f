import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../command/user-error.ts';
import { runTsc } from './run-tsc.ts';

/** What host, remotes and release tool give each other. */
const CONTRACT_DIR = path.resolve(import.meta.dirname, '../../../shared/src/contracts/remote');
/** The folder of the declarations as they were when the version began. */
const KEPT = 'kept';
/** The schemas parse the types of `registry.ts`. Neither they nor tests are part of the contract. */
const NOT_KEPT = /^registry-schema[.]ts$|[.]test[.]ts$/;

export const KEEP_COMMAND = 'npx -y pnpm@12 run contract:keep';

/** @returns the problem with the contract and its solution. Null if there is none. */
export async function contractProblem(contractDir = CONTRACT_DIR): Promise<string | null> {
  const { version, keptVersion } = await versionsOf(contractDir);
  if (version !== keptVersion) {
    return `CONTRACT_VERSION is ${version}, the kept declarations are of ${keptVersion}: keep the new ones with ${KEEP_COMMAND}`;
  }
  const changes = await incompatibleChanges(contractDir);
  if (changes.length === 0) return null;
  const advice = `Contract ${version} changed: raise CONTRACT_VERSION and keep the new declarations with ${KEEP_COMMAND}`;
  return [advice, ...changes].join('\n  ');
}

/**
 * Writes the declarations of the contract as it stands. With the version that was kept, only an addition is written.
 * @throws when that version's contract changed incompatibly, with nothing written.
 */
export async function keepContract(contractDir = CONTRACT_DIR): Promise<void> {
  const { version, keptVersion } = await versionsOf(contractDir);
  const changes = version === keptVersion ? await incompatibleChanges(contractDir) : [];
  if (changes.length > 0) {
    throw new UserError(`Contract ${version} changed: raise CONTRACT_VERSION first. ${changes.join('; ')}`);
  }
  await rm(path.join(contractDir, KEPT), { recursive: true });
  const sources = (await filesOf(contractDir, '.ts')).filter((file) => !NOT_KEPT.test(file));
  const problems = await runTsc(
    {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: contractDir,
      outDir: path.join(contractDir, KEPT),
    },
    sources.map((file) => path.join(contractDir, file)),
  );
  if (problems !== '') throw new Error(`The contract cannot be declared:\n${problems}`);
}

async function versionsOf(contractDir: string): Promise<{ version: number; keptVersion: number }> {
  const versionIn = async (file: string) => {
    const source = await readFile(path.join(contractDir, file), 'utf8');
    return Number(/CONTRACT_VERSION = (\d+)/.exec(source)?.[1]);
  };
  return {
    version: await versionIn('host-services.ts'),
    keptVersion: await versionIn(`${KEPT}/host-services.d.ts`),
  };
}

/**
 * Lets TypeScript compare each kept export with today's, in both directions: today's host serves a remote of the kept
 * version, and the reverse. No member may be lost, not even an optional one.
 * @returns a line for each export that does not fit
 */
async function incompatibleChanges(contractDir: string): Promise<string[]> {
  const names = ['', ''];
  const lines = ['type Serves<Needed, Given extends Needed> = Given;', MEMBERS_OF.replaceAll('\n', ' ')];
  const keptDir = path.join(contractDir, KEPT);
  for (const file of await filesOf(keptDir, '.d.ts')) {
    const source = file.replace(/\.d\.ts$/, '.ts');
    for (const { name, typeOf } of exportsOf(await readFile(path.join(keptDir, file), 'utf8'))) {
      const kept = `${typeOf}import(${JSON.stringify(path.join(keptDir, source))}).${name}`;
      const today = `${typeOf}import(${JSON.stringify(path.join(contractDir, source))}).${name}`;
      const comparisons = [
        `${kept}, ${today}`,
        `${today}, ${kept}`,
        `MembersOf<${kept}>, MembersOf<${today}>`,
      ];
      for (const compared of comparisons) {
        names.push(name);
        lines.push(`export type _${lines.length} = Serves<${compared}>;`);
      }
    }
  }
  const found = new Map<string, string>();
  const output = await runTsc({}, [], { 'comparisons.ts': lines.join('\n') });
  for (const complaint of output.split(/\n(?! )/).filter((text) => text !== '')) {
    const line = Number(/^comparisons\.ts\((\d+),/.exec(complaint)?.[1]);
    const name = names[line - 1];
    if (name === undefined) throw new Error(`The contract cannot be compared:\n${output}`);
    if (!found.has(name)) found.set(name, `${name}: ${reasonOf(complaint)}`);
  }
  return [...found.values()];
}

/**
 * A type with every member that it has at any depth, parameters and answers of functions included, none optional. What the
 * members hold is left out: the other comparisons see that. Types of libraries are not followed to their end.
 */
const MEMBERS_OF = `
type MembersOf<T, Depth extends unknown[] = []> =
  Depth['length'] extends 6 ? unknown
  : T extends (...given: infer Given) => infer Answer
    ? { given: MembersOf<Given, [...Depth, 0]>; answer: MembersOf<Awaited<Answer>, [...Depth, 0]> }
  : T extends readonly (infer Item)[] ? { item: MembersOf<Item, [...Depth, 0]> }
  : T extends object ? { [Key in keyof T]-?: MembersOf<NonNullable<T[Key]>, [...Depth, 0]> }
  : unknown;`;

/** The innermost line says which member it is. */
function reasonOf(complaint: string): string {
  const innermost = complaint.split('\n').at(-1) ?? '';
  return innermost
    .replace(/^.*error TS\d+: /, '')
    .replaceAll(/import\("[^"]+"\)\./g, '')
    .trim();
}

/** Names that declarations export, with `typeof ` for a value. A class is both: what it makes, and itself. */
function exportsOf(declarations: string): { name: string; typeOf: '' | 'typeof ' }[] {
  const found = declarations.matchAll(/^export (?:declare )?(interface|type|class|const|function) (\w+)/gm);
  return [...found].flatMap(([, kind = '', name = '']) => [
    ...(/const|function/.test(kind) ? [] : [{ name, typeOf: '' as const }]),
    ...(/interface|type/.test(kind) ? [] : [{ name, typeOf: 'typeof ' as const }]),
  ]);
}

/** Files in a folder itself, not in those below. */
async function filesOf(dir: string, suffix: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true });
  return entries
    .flatMap((entry) => (entry.isFile() && entry.name.endsWith(suffix) ? [entry.name] : []))
    .sort();
}
