import { readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseJson } from '../../command/parse-json.ts';

/** The facts of a state, without a check that it is complete. */
interface LiveFacts {
  status: string;
  versions: Readonly<Record<string, string>>;
  canaries: readonly unknown[];
  /** When a release, rollback or canary last changed what is live, UTC ISO 8601. States of older releases do not say. */
  changedAt?: string;
}

const FACTS = 'health.json';
const NEEDED = 'needed.json';
const LINK = 'healthz.json';

/**
 * Writes the files for `/healthz`: the facts, and the list of files that the state needs. `healthz.json` is a link to
 * the facts whose path passes through each directory of those files. So nginx, which only serves it, finds no file if a
 * directory is missing.
 * @param stateDir may still have another name than `states/<state>`.
 * @param needed files relative to the root.
 */
export async function writeHealthFiles(
  stateDir: string,
  state: string,
  facts: LiveFacts,
  needed: readonly string[],
): Promise<void> {
  await writeFile(path.join(stateDir, FACTS), JSON.stringify(facts));
  await writeFile(path.join(stateDir, NEEDED), JSON.stringify(needed));
  const directories = [...new Set(needed.map((file) => path.posix.dirname(file)))];
  const there = directories.map((directory) => `${directory}/${'../'.repeat(directory.split('/').length)}`);
  await symlink(`../../${there.join('')}states/${state}/${FACTS}`, path.join(stateDir, LINK));
}

/** The facts of a state, null when there are none. */
export async function readFacts(stateDir: string): Promise<LiveFacts | null> {
  // A state of an earlier release has the facts under the other name.
  const facts = (await readJson(path.join(stateDir, FACTS))) ?? (await readJson(path.join(stateDir, LINK)));
  return facts as LiveFacts | null;
}

/** Files that a state needs and that are missing, empty or unreadable, relative to the root. */
export async function brokenFiles(root: string, stateDir: string): Promise<string[]> {
  const needed = (await readJson(path.join(stateDir, NEEDED))) ?? [];
  const checked = (needed as string[]).map(async (file) => {
    const isWhole = await readable(path.join(root, file));
    return isWhole ? [] : [file];
  });
  return (await Promise.all(checked)).flat();
}

async function readable(file: string): Promise<boolean> {
  const stats = await stat(file).catch(() => null);
  return stats?.isFile() === true && stats.size > 0;
}

async function readJson(file: string): Promise<unknown> {
  return parseJson(await readFile(file, 'utf8').catch(() => ''));
}
