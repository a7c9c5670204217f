import path from 'node:path';
import { type AppBuild, buildApp } from '../build/build-app.ts';
import { runCommand } from '../command/run-command.ts';
import { UserError } from '../command/user-error.ts';
import { readConnection } from '../ops-api/read-connection.ts';
import { APPS } from '../workspace/apps.ts';
import { describeBuild } from './build/describe-build.ts';
import { readCommittedSource, readSource } from './build/release-source.ts';
import { testInBrowser } from './candidate/browser-test.ts';
import { readLiveSite } from './change/change-site.ts';
import { abort, promote } from './change/end-canary.ts';
import { explainFullDisk } from './change/explain-full-disk.ts';
import { mirrorSite } from './change/mirror-site.ts';
import { previewApp } from './change/preview-app.ts';
import { planPrune, prune } from './change/prune.ts';
import { releaseApps } from './change/release-apps.ts';
import { restoreState } from './change/restore-state.ts';
import { rollBack } from './change/roll-back.ts';
import { describeBrokenStates } from './command/broken-states.ts';
import { compareReleases, liveVersion, publishedVersion } from './command/compare-releases.ts';
import { formatList } from './command/format-list.ts';
import { parseReleaseArguments, type ReleaseCommand } from './command/parse-release-arguments.ts';
import { readSiteConfig } from './command/read-site-config.ts';
import { RELEASE_HELP } from './command/release-help.ts';
import { fetchSiteErrors, formatSiteErrors } from './command/site-errors.ts';
import { fetchSiteEventStats, formatSiteEventStats } from './command/site-event-stats.ts';
import type { Destination } from './store/destination.ts';
import { openDestination } from './store/open-destination.ts';
import type { ReleaseSource } from './store/release-record.ts';
import type { SiteState } from './store/site-state.ts';

runCommand(async () => {
  const args = process.argv.slice(2);
  if (args.length === 0 || args.includes('--help')) {
    console.log(RELEASE_HELP);
    return;
  }
  const command = parseReleaseArguments(args, APPS);
  const startedAt = performance.now();
  const destination = openDestination(process.env);
  const changes = await run(command, destination).catch(async (error: unknown) => {
    throw await explainFullDisk(error, destination);
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (changes) console.log(`Done in ${seconds} s.`);
});

/** @returns whether the command was one that changes something. */
async function run(command: ReleaseCommand, destination: Destination): Promise<boolean> {
  switch (command.name) {
    case 'release':
      await release(command, destination);
      return true;
    case 'promote':
      sayLive(await promote(destination));
      return true;
    case 'abort':
      sayLive(await abort(destination));
      return true;
    case 'rollback':
      sayLive(await rollBack(destination, command.app, command.version ?? undefined));
      return true;
    case 'restore':
      sayLive(await restoreState(destination, command.revision));
      return true;
    case 'pull':
      sayLive(await mirrorSite(openDestination(process.env, path.resolve(command.directory))));
      return true;
    case 'prune':
      return runPrune(destination, command.dryRun);
    case 'list':
      console.log(await list(destination, command.app ?? undefined));
      return false;
    case 'diff':
      console.log(await diff(destination, command));
      return false;
    case 'stats':
      console.log(
        formatSiteEventStats(
          await fetchSiteEventStats(readConnection(process.env), command.hours),
          await destination.pull().catch(() => null),
        ),
      );
      return false;
    case 'errors':
      console.log(
        await formatSiteErrors(
          await fetchSiteErrors(readConnection(process.env), command.app, command.hours),
          command,
          destination,
        ),
      );
      return false;
  }
}

async function release(
  { app, build: dir, preview, canaryPercent }: Extract<ReleaseCommand, { name: 'release' }>,
  destination: Destination,
): Promise<void> {
  const source = dir === null ? await sourceOf(app, preview) : null;
  const before = await destination.pull();
  const build = await buildOf(app, dir);
  if (preview) {
    const { version, url } = await previewApp(destination, build, source, (candidate) =>
      testInBrowser(destination.store, candidate),
    );
    console.log(`Preview of ${app} ${version}: ${url}`);
    return;
  }
  const state = await releaseApps(destination, [build], {
    site: readSiteConfig(process.env, before?.site),
    source,
    ...(canaryPercent === null ? {} : { canaryPercent }),
    testCandidate: (compositionId) =>
      testInBrowser(destination.store, { pagesDir: destination.store.pagesDir(compositionId), basename: '' }),
  });
  if (state.revision === before?.revision) console.log(`${app} ${state.versions[app]} is already live.`);
  else sayLive(state);
}

/** A preview may contain unfinished work. */
function sourceOf(app: string, preview: boolean): Promise<ReleaseSource> {
  return preview ? readSource(app) : readCommittedSource(app);
}

async function buildOf(app: string, dir: string | null): Promise<AppBuild> {
  if (dir === null) return buildApp(app);
  const root = path.resolve(dir);
  return { app, clientDir: path.join(root, 'client'), serverDir: path.join(root, 'server'), rebuilt: false };
}

function sayLive({ revision, versions, canary }: SiteState): void {
  const live = Object.entries(versions).map(([app, version]) => `${app} ${version}`);
  console.log(`Live, state ${revision}: ${live.join(', ')}`);
  if (canary !== null) console.log(`Canary: ${canary.app} ${canary.version} for ${canary.percent} %`);
}

async function list(destination: Destination, app?: string): Promise<string> {
  const broken = await describeBrokenStates(destination);
  const state = await destination.pull().catch((error: unknown) => {
    throw broken === '' || !(error instanceof UserError)
      ? error
      : new UserError(`${error.message}\n${broken}`);
  });
  if (state === null) return `Nothing has been released to ${destination.name} yet.`;
  const list = formatList(await destination.records(), await destination.history(), state, app);
  return broken === '' ? list : `${list}\n\n${broken}`;
}

async function diff(
  destination: Destination,
  { app, version, build: dir }: Extract<ReleaseCommand, { name: 'diff' }>,
): Promise<string> {
  const live = await readLiveSite(destination);
  if (live === null) return `Nothing has been released to ${destination.name} yet.`;
  const before = await liveVersion(destination, live.registry, app);
  if (version !== null)
    return compareReleases(app, before, await publishedVersion(destination, app, version));
  const build = await buildOf(app, dir);
  return compareReleases(app, before, { ...(await describeBuild(build)), dir: build.clientDir });
}

async function runPrune(destination: Destination, dryRun: boolean): Promise<boolean> {
  const plan = await planPrune(destination);
  const names = [...plan.versions, ...plan.paths];
  if (names.length === 0) console.log('Nothing is old enough to remove.');
  else console.log(`${dryRun ? 'Would remove' : 'Removing'} ${names.join(', ')}`);
  if (!dryRun) await prune(destination, plan);
  return !dryRun && names.length > 0;
}
