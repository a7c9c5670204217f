import { randomUUID } from 'node:crypto';
import { cp } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { fakeRemoteBuild } from '../../build/fake-builds.ts';
import { bucketDestination } from '../../store/bucket/bucket-destination.ts';
import { type BucketServer, startBucketServer } from '../../store/bucket/bucket-for-tests.ts';
import { CHANGED_FILE, type Destination } from '../../store/destination.ts';
import { directoryDestination } from '../../store/directory-destination.ts';
import { parsePrivateKey } from '../../store/signing-keys.ts';
import type { SiteState } from '../../store/site-state.ts';
import { mirrorSite } from '../mirror/mirror-site.ts';
import { newSigningKey } from '../signing/site-keys.ts';
import { release, releaseFirstSite, temporaryDirectory } from './fake-site.ts';

async function copyOf(directory: string): Promise<string> {
  const copy = await temporaryDirectory('site-copy');
  await cp(directory, copy, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  return copy;
}

/** For tests of signatures: a released site in a bucket, and a web machine that follows it. Both are new for each test. */
export function useSignedSite() {
  let server: BucketServer;
  let sites = 0;
  let first: { owners: string; web: string };
  let owners: Destination;
  let webRoot: string;

  const bucket = () => server.open({ prefix: `signed-${sites}/` });
  const follow = async () => {
    // Tests also change objects as this tool never does.
    await bucket().write(CHANGED_FILE, randomUUID(), 'text/plain');
    return mirrorSite(bucketDestination(bucket(), webRoot));
  };
  /** Opens the bucket with another working copy, as on another machine. */
  const open = async () => bucketDestination(bucket(), await temporaryDirectory('site-copy'));

  beforeAll(async () => {
    server = await startBucketServer();
    first = { owners: await temporaryDirectory('site-copy'), web: await temporaryDirectory('site-mirror') };
    await releaseFirstSite(bucketDestination(bucket(), first.owners));
    await mirrorSite(bucketDestination(bucket(), first.web));
  });
  afterAll(() => server.close());
  // Copied, not released for each test.
  beforeEach(async () => {
    sites += 1;
    await server.copy('signed-0/', `signed-${sites}/`);
    owners = bucketDestination(bucket(), await copyOf(first.owners));
    webRoot = await copyOf(first.web);
  });

  async function makeKey(app = 'marketing') {
    const { id, privateKey } = await newSigningKey(owners, app);
    return { id, signingKey: parsePrivateKey(privateKey) };
  }

  async function releaseText(text: string, options: Parameters<typeof release>[2] = {}): Promise<string> {
    const state = await release(await open(), [await fakeRemoteBuild({ text })], options);
    return state.versions.marketing ?? '';
  }

  async function liveState(): Promise<SiteState> {
    const state = await owners.pull();
    if (state === null) throw new Error('Nothing is live');
    return state;
  }

  /** Makes a state live that no tool has made. */
  async function forgeState(change: (live: SiteState) => Partial<SiteState>): Promise<void> {
    const live = await liveState();
    const forged = { ...live, revision: live.revision + 1, ...change(live) };
    await bucket().write(`states/${forged.revision}.json`, JSON.stringify(forged), 'application/json');
  }

  return {
    liveState,
    forgeState,
    /** Makes pages live that no tool has composed: those of today with another file, under another name. */
    async forgePages(
      file: string,
      change: (text: string) => string,
      compositionId = 'f0f0f0f0f0f0',
    ): Promise<void> {
      const live = (await liveState()).compositionId;
      for (const { key } of await bucket().list(`pages/${live}/`)) {
        const content = (await bucket().read(key)) ?? '';
        const forged = key.endsWith(`/${file}`) ? change(Buffer.from(content).toString()) : content;
        await bucket().write(key.replace(live, compositionId), forged, 'text/html');
      }
      await forgeState(() => ({ compositionId }));
    },
    /** As its owner opens it. */
    site: () => owners,
    open,
    bucket,
    server: () => server,
    /** Directory of the web machine. */
    root: () => webRoot,
    follow,
    /** Versions that the web machine shows. */
    shown: async () => (await directoryDestination(webRoot).pull())?.versions,
    makeKey,
    releaseText,
    /** Makes a version live without this tool's checks, as a stolen credential of the bucket could. */
    async forceLive(text: string): Promise<string> {
      const files = (await owners.list('keys')).map(({ name }) => `keys/${name}`);
      const texts = await Promise.all(files.map((file) => owners.readText(file)));
      await owners.remove(files);
      const version = await releaseText(text);
      for (const [index, file] of files.entries()) await owners.writeText(file, texts[index] ?? '');
      return version;
    },
  };
}
