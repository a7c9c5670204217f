import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeHealthFiles } from '../files/health-files.ts';
import { precompress } from '../files/precompress.ts';

const FILLER = '<p>Enough text for compression to be worth it.</p>'.repeat(20);

export const PREVIEW_TOKEN = 'a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6';
/** Old path to new path, laid out as a release does. */
const MOVED: Readonly<Record<string, string>> = {
  '/prices': '/pricing',
  '/products/pixel': '/services/pixel-package',
  '/products': '/',
};
/** A state with two compositions: the lanes below this one get the canary's. */
export const FIRST_STABLE_LANE = 10;

/** A small released site on disk: three compositions, a state for each and one with a canary, a preview. */
export async function makeFixtureSite(): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'corvane-edge-'));
  await writeBuild(root, 'assets/host/v1');
  await writeBuild(root, 'server/host/v1');
  for (const composition of ['one', 'two', 'three'])
    await writePages(root, `pages/${composition}`, composition);
  await writePages(root, `previews/${PREVIEW_TOKEN}`, 'preview');
  await writeState(root, 'one', () => 'one', null);
  await writeState(root, 'two', () => 'two', null);
  await writeState(root, 'three', () => 'three', null);
  await writeState(root, 'canary', (lane) => (lane < FIRST_STABLE_LANE ? 'two' : 'one'), { share: 10 });
  await makeLive(root, 'one');
  return root;
}

/** Moves `current` as a release does: one rename. */
export async function makeLive(root: string, state: string): Promise<void> {
  const next = path.join(root, '.current-next');
  await symlink(`states/${state}`, next);
  await rename(next, path.join(root, 'current'));
}

export async function writeBuild(root: string, dir: string): Promise<void> {
  const absolute = path.join(root, dir);
  await mkdir(absolute, { recursive: true });
  await writeFile(path.join(absolute, 'app.js'), `export const text = '${FILLER}';`);
  await writeFile(path.join(absolute, 'face.woff2'), 'font');
  await precompress(absolute, ['app.js']);
}

/** Pages that name their composition. Compositions with names of the same length have pages of the same sizes. */
async function writePages(root: string, dir: string, name: string): Promise<void> {
  const absolute = path.join(root, dir);
  await mkdir(path.join(absolute, 'services'), { recursive: true });
  const documents = {
    'index.html': 'home',
    'pricing.html': 'pricing',
    'services/pixel-package.html': 'pixel',
    '404.html': 'not found page',
  };
  for (const [file, text] of Object.entries(documents)) {
    await writeFile(path.join(absolute, file), `<h1>${text} of ${name}</h1>${FILLER}`);
  }
  await writeFile(path.join(absolute, 'registry.json'), JSON.stringify({ compositionId: name }));
  await writeFile(path.join(absolute, 'release.json'), JSON.stringify({ compositionId: name }));
  for (const [from, to] of Object.entries(MOVED)) {
    const source = path.join(absolute, '=from', from);
    const target = path.join(absolute, '=to', to);
    for (const directory of [source, target]) await mkdir(directory, { recursive: true });
    await symlink(path.relative(source, target), path.join(source, '='));
  }
  await writeFile(path.join(absolute, '=from/left.txt'), 'no page');
  await precompress(absolute, Object.keys(documents));
  await setTimesFromContent(absolute, name);
}

/** As a release does, so that pages of two compositions never share a tag. A tag is made of size and second. */
async function setTimesFromContent(dir: string, name: string): Promise<void> {
  const seconds = createHash('sha256').update(name).digest().readUInt32BE() >>> 2;
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) await utimes(path.join(entry.parentPath, entry.name), seconds, seconds);
  }
}

async function writeState(
  root: string,
  revision: string,
  compositionOf: (lane: number) => string,
  canary: object | null,
): Promise<void> {
  const state = path.join(root, 'states', revision);
  await mkdir(path.join(state, 'lanes'), { recursive: true });
  for (let lane = 0; lane < 100; lane++) {
    const link = path.join(state, 'lanes', String(lane).padStart(2, '0'));
    await symlink(`../../../pages/${compositionOf(lane)}`, link);
  }
  const health = {
    status: 'ok',
    versions: { host: 'v1' },
    canaries: canary === null ? [] : [canary],
  };
  const compositions = [...new Set([compositionOf(0), compositionOf(99)])];
  const pages = compositions.flatMap((name) => [`pages/${name}/index.html`, `pages/${name}/pricing.html`]);
  if (revision !== 'three') await writeFile(path.join(state, 'history.json'), JSON.stringify({ revision }));
  await writeHealthFiles(state, revision, health, [...pages, 'assets/host/v1/app.js']);
  if (canary !== null) await writeFile(path.join(state, 'canary'), '');
}
