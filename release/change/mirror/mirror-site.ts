import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '@corvane/tools/command/user-error';
import { freePercent, MIN_FREE_PERCENT } from '@corvane/tools/machine/free-percent';
import { withProcessLock } from '@corvane/tools/process/process-lock';
import { CHANGED_FILE, type Destination, pathsOfVersion } from '../../store/destination.ts';
import { compositionsOf, pathsOfState, type SiteState } from '../../store/site-state.ts';
import { refuseArrivingBad } from '../mark-version.ts';
import { pagesProblem } from '../signing/check-pages.ts';
import { refuseUnsigned, shownByState, shownHere } from '../signing/check-signatures.ts';
import { appsWithKeys } from '../signing/site-keys.ts';

/** A new machine brings every version that is still published. */
const PULL_TIMEOUT_MS = 5 * 60_000;

/** What `CHANGED_FILE` said when this machine last had everything. */
const PULLED_FILE = '.pulled';
/** A machine looks at everything this often, even if it was told of no change. */
const LOOK_EVERY_MS = 10 * 60_000;

/**
 * Turns the destination's working copy into a document root of the live site. What is live comes first: nothing else in
 * the destination can hold it up. A new machine waits for every published version, for tabs that are still open. Deletes
 * pruned versions last. While nothing changes, a run asks for two files. One run at a time: an older one would delete what a newer one has just brought.
 * @throws UserError when nothing has been released, or when the site has lost its keys. Also for a version that the
 *   site's keys do not allow, and while another run takes too long. This machine then goes on serving what it has.
 */
export async function mirrorSite(destination: Destination): Promise<SiteState> {
  const { root } = destination.store;
  await mkdir(root, { recursive: true });
  return withProcessLock(path.join(root, '.pull-lock'), () => mirror(destination), {
    timeoutMs: PULL_TIMEOUT_MS,
    busy: (pid) => `Another "release pull" (process ${pid}) is still bringing files to ${root}`,
  });
}

async function mirror(destination: Destination): Promise<SiteState> {
  const { store } = destination;
  const changed = await destination.readText(CHANGED_FILE);
  const known = await store.liveState().catch(() => null);
  if (known !== null && changed !== null && (await hasPulled(store.root, changed))) {
    // A release may have been unable to say that it changed something.
    const next = await destination.readText(`states/${known.revision + 1}.json`);
    if (next === null) return known;
  }
  const signedOnly = await takesSignedOnly(destination);
  const before = await shownHere(store);
  const state = await destination.pull();
  if (state === null) throw new UserError(`Nothing has been released to ${destination.name} yet`);
  const wanted = await shownByState(store, state);
  await refuseUnsigned(destination, wanted, before, signedOnly);
  const shown = known === null || before === null ? [] : compositionsOf(known);
  for (const id of signedOnly ? compositionsOf(state).filter((one) => !shown.includes(one)) : []) {
    const problem = await pagesProblem(destination, id);
    if (problem === null) continue;
    // A copy is not fetched again while it is there.
    await store.dropComposition(id);
    throw new UserError(`The pages ${id} of state ${state.revision} ${problem}`);
  }
  // An older version keeps its signature. Someone who can write a state could bring back a hole that its team closed.
  // A new machine has nothing better to show. A version can also be marked while it is live.
  if (before !== null) await refuseArrivingBad(destination, wanted, before);
  if (before !== null) await store.follow(state);
  const records = await destination.records();
  let isWhole = true;
  for (const { app, version } of records)
    isWhole =
      (await orLeaveOut(destination, `${app} ${version}`, () => destination.pullVersion(app, version))) &&
      isWhole;
  const previews = await destination.list('previews');
  for (const { name } of previews)
    isWhole =
      (await orLeaveOut(destination, `The preview ${name}`, () => destination.pullPreview(name))) && isWhole;
  if (before === null) await store.follow(state);

  const kept = new Set([
    ...records.flatMap(({ app, version }) => pathsOfVersion(store, app, version)),
    ...previews.map(({ name }) => `previews/${name}`),
    ...pathsOfState(state),
  ]);
  for (const directory of await directoriesOf(store.root)) {
    if (!kept.has(directory)) await rm(path.join(store.root, directory), { recursive: true, force: true });
  }
  await store.tellPreviews();
  if (isWhole && changed !== null) await writeFile(path.join(store.root, PULLED_FILE), changed);
  return state;
}

async function hasPulled(root: string, changed: string): Promise<boolean> {
  const file = path.join(root, PULLED_FILE);
  const at = await stat(file).catch(() => null);
  return at !== null && Date.now() - at.mtimeMs < LOOK_EVERY_MS && (await readFile(file, 'utf8')) === changed;
}

/**
 * Brings a version or a preview. If that fails, it says so and goes on, and the next run tries again. @returns whether it
 * is here. Previews and their
 * versions have no signature, so they may contain anything. They must not stop a release, nor fill the disk that it needs.
 */
async function orLeaveOut(
  { store }: Destination,
  what: string,
  bring: () => Promise<unknown>,
): Promise<boolean> {
  try {
    if ((await freePercent(store.root)) < MIN_FREE_PERCENT) throw new UserError('The disk is almost full.');
    await bring();
    return true;
  } catch (error) {
    console.error(`${what} is left out. ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

/** Directories that are published as a whole, relative to the root. */
async function directoriesOf(root: string): Promise<string[]> {
  const children = async (parent: string) =>
    (await readdir(path.join(root, parent)).catch(() => [])).map((name) => `${parent}/${name}`);
  const apps = [...(await children('assets')), ...(await children('remotes')), ...(await children('server'))];
  const versions = await Promise.all(apps.map(children));
  const flat = await Promise.all(['pages', 'previews', 'states'].map(children));
  return [...versions, ...flat].flat();
}

/** Below the root of a web machine. It is not served. */
const MEMORY_FILE = 'signed-only';
const MEMORY = 'This machine has seen signing keys in its bucket, so it takes signed versions only.\n';

/**
 * Whether a machine that follows a site takes signed versions only. It remembers the first key that it sees. Otherwise,
 * someone who can change the bucket could turn the checks off: they would delete the keys.
 * @throws UserError when the machine has seen keys, and there are none any more.
 */
async function takesSignedOnly(destination: Destination): Promise<boolean> {
  const file = path.join(destination.store.root, MEMORY_FILE);
  const hasSeenKeys = existsSync(file);
  const hasKeys = (await appsWithKeys(destination)).length > 0;
  if (hasKeys && !hasSeenKeys) {
    await mkdir(destination.store.root, { recursive: true });
    await writeFile(file, MEMORY);
  }
  if (hasSeenKeys && !hasKeys)
    throw new UserError(
      `${destination.name} has no signing keys any more: nothing new is taken. Find out who deleted keys/. If you turned signing off, delete ${file} on each web machine.`,
    );
  return hasKeys;
}
