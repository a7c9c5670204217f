import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type AppBuild, buildApp } from '../build/build-app.ts';
import { runCommand } from '../command/run-command.ts';
import { UserError } from '../command/user-error.ts';
import { readConnection } from '../ops-api/read-connection.ts';
import { makeSbom, SBOM_FILE } from '../supply/sbom.ts';
import { APPS } from '../workspace/apps.ts';
import { gitHistory } from './build/commit-history.ts';
import { describeBuild } from './build/describe-build.ts';
import { readCommittedSource, readSource } from './build/release-source.ts';
import { readLiveSite } from './change/change-site.ts';
import { abort, promote } from './change/end-canary.ts';
import { explainFullDisk } from './change/explain-full-disk.ts';
import { markBad, markGood } from './change/mark-version.ts';
import { mirrorSite } from './change/mirror-site.ts';
import { newOverrideKey } from './change/new-override-key.ts';
import { planToFit } from './change/plan-to-fit.ts';
import { endPreview, previewApp } from './change/preview-app.ts';
import { planPrune, prune } from './change/prune.ts';
import { releaseApps } from './change/release-apps.ts';
import { removeRemote } from './change/remove-remote.ts';
import { restoreState } from './change/restore-state.ts';
import { rollBack } from './change/roll-back.ts';
import { newSigningKey, revokeKey } from './change/site-keys.ts';
import { describeBrokenStates } from './command/broken-states.ts';
import { bucketPolicy } from './command/bucket-policy.ts';
import { compareReleases, liveVersion, publishedVersion } from './command/compare-releases.ts';
import { decideInTime, decideNow, isRunningCanary } from './command/decide-in-time.ts';
import { formatKeys } from './command/format-keys.ts';
import { formatList, minuteOf } from './command/format-list.ts';
import { formatNotes } from './command/format-notes.ts';
import { makeOverride } from './command/make-override.ts';
import { parseReleaseArguments, type ReleaseCommand } from './command/parse-release-arguments.ts';
import { readPerson } from './command/read-person.ts';
import { readSiteConfig } from './command/read-site-config.ts';
import { RELEASE_HELP } from './command/release-help.ts';
import { showStats } from './command/show-stats.ts';
import { fetchSiteErrors, formatSiteErrors } from './command/site-errors.ts';
import { tellChange } from './command/tell-change.ts';
import { tryStatistics } from './decide/canary-comparison.ts';
import type { Destination } from './store/destination.ts';
import { openDestination } from './store/open-destination.ts';
import type { ReleaseSource } from './store/release-record.ts';
import { parsePrivateKey } from './store/signing-keys.ts';
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
      await sayChanged(await promote(destination, readPerson()));
      return true;
    case 'abort':
      await sayChanged(await abort(destination, readPerson()));
      return true;
    case 'decide':
      return decideNow(destination, { connection: () => readConnection(process.env), sayChanged });
    case 'rollback':
      await sayChanged(await rollBack(destination, command.app, command.version ?? undefined, readPerson()));
      return true;
    case 'restore':
      await sayChanged(await restoreState(destination, command.revision, readPerson()));
      return true;
    case 'bad':
      await markBad(destination, command.app, command.version, { person: readPerson(), why: command.why });
      console.log(await standing(destination, command));
      return true;
    case 'good':
      await markGood(destination, command.app, command.version);
      return true;
    case 'pull':
      sayLive(await mirrorSite(openDestination(process.env, path.resolve(command.directory))));
      return true;
    case 'remove':
      await sayChanged(
        await removeRemote(destination, command.remote, { to: command.to, person: readPerson() }),
      );
      return true;
    case 'end-preview':
      await endPreview(destination, command.token);
      return true;
    case 'override-key': {
      const { state, privateKey } = await newOverrideKey(destination, readPerson());
      await sayChanged(state);
      console.log(`Keep this secret. Anyone who has it can make overrides:\nOVERRIDE_KEY=${privateKey}`);
      return true;
    }
    case 'override': {
      const { url, endsAt } = await makeOverride(destination, command, {
        privateKey: process.env.OVERRIDE_KEY,
      });
      console.log(`Until ${minuteOf(endsAt.toISOString())}: ${url}`);
      return false;
    }
    case 'keys':
      console.log(await formatKeys(destination));
      return false;
    case 'signing-key': {
      const { id, privateKey } = await newSigningKey(destination, command.app);
      console.log(`Key ${id} of ${command.app}.`);
      console.log(
        `Keep this secret. Anyone who has it can release ${command.app}:\nRELEASE_SIGNING_KEY=${privateKey}`,
      );
      return true;
    }
    case 'revoke-key':
      await revokeKey(destination, command.app, command.key);
      return true;
    case 'policy':
      console.log(JSON.stringify(bucketPolicy(destination.name, command.role), null, 2));
      return false;
    case 'prune':
      return runPrune(destination, command);
    case 'list':
      console.log(await list(destination, command.app ?? undefined));
      return false;
    case 'notes':
      console.log(formatNotes(await destination.history(), command.app ?? undefined));
      return false;
    case 'diff':
      console.log(await diff(destination, command));
      return false;
    case 'stats':
      await showStats(readConnection(process.env), command, await destination.pull().catch(() => null));
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
  {
    app,
    build: dir,
    preview,
    canaryPercent,
    decideHours,
    behind,
  }: Extract<ReleaseCommand, { name: 'release' }>,
  destination: Destination,
): Promise<void> {
  const { RELEASE_SIGNING_KEY: key } = process.env;
  const signingKey = key && !preview ? parsePrivateKey(key) : undefined;
  const source = dir === null ? await sourceOf(app, preview) : null;
  const connection = decideHours === null ? null : readConnection(process.env);
  if (connection !== null) await tryStatistics(connection, app);
  const before = await destination.pull();
  const build = dir === null ? await buildWithSbom(app) : await buildOf(app, dir);
  const decide = async (version: string) => {
    if (connection === null || decideHours === null) return;
    await decideInTime(destination, { app, version }, { connection, hours: decideHours, sayChanged });
  };
  if (decideHours !== null && canaryPercent !== null) {
    const { version } = await describeBuild(build);
    if (isRunningCanary(before, { app, version, percent: canaryPercent })) {
      console.log(`The canary of ${app} ${version} is running already.`);
      await decide(version);
      return;
    }
  }
  const person = readPerson();
  if (preview) {
    const { version, url } = await previewApp(destination, build, source, person, async (candidate) => {
      const { testInBrowser } = await import('./candidate/browser-test.ts');
      await testInBrowser(destination.store, candidate);
    });
    console.log(`Preview of ${app} ${version}: ${url}`);
    return;
  }
  const state = await releaseApps(destination, [build], {
    site: readSiteConfig(process.env, before?.site),
    source,
    history: gitHistory(),
    behind,
    person,
    ...(canaryPercent === null ? {} : { canaryPercent }),
    ...(signingKey === undefined ? {} : { signingKey }),
    testCandidate: async (compositionId) => {
      // A rollback in an emergency must not wait for the import of the browser driver.
      const { testInBrowser } = await import('./candidate/browser-test.ts');
      await testInBrowser(destination.store, {
        pagesDir: destination.store.pagesDir(compositionId),
        basename: '',
      });
    },
  });
  if (state.revision !== before?.revision) await sayChanged(state);
  else if (canaryPercent === null) console.log(`${app} ${state.versions[app]} is already live.`);
  else {
    console.log('This version is already live. Nothing changed.');
    sayLive(state);
  }
  if (state.canary !== null) await decide(state.canary.version);
}

async function sayChanged(state: SiteState): Promise<void> {
  sayLive(state);
  await tellChange(state, console.log);
}

async function standing(destination: Destination, { app, version }: { app: string; version: string }) {
  const state = await destination.pull();
  if (state?.versions[app] === version)
    return `${app} ${version} is live. Go back with: release rollback ${app}`;
  if (state?.canary?.app === app && state.canary.version === version)
    return `${app} ${version} is the canary. End it with: release abort`;
  return `${app} ${version} cannot go live any more.`;
}

/** A preview may contain unfinished work. */
function sourceOf(app: string, preview: boolean): Promise<ReleaseSource> {
  return preview ? readSource(app) : readCommittedSource(app);
}

/** Builds the work tree, and lists the packages that the build is made of beside it. */
async function buildWithSbom(app: string): Promise<AppBuild> {
  const [build, sbom] = await Promise.all([buildApp(app), makeSbom(app)]);
  await writeFile(path.join(path.dirname(build.serverDir), SBOM_FILE), sbom);
  return build;
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
  const [records, history, marks] = await Promise.all([
    destination.records(),
    destination.history(),
    destination.marks(),
  ]);
  const list = formatList({ records, history, marks }, state, app);
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

async function runPrune(
  destination: Destination,
  { dryRun, toFitBytes }: Extract<ReleaseCommand, { name: 'prune' }>,
): Promise<boolean> {
  const plan = toFitBytes === null ? await planPrune(destination) : await planToFit(destination, toFitBytes);
  const names = [...plan.versions, ...plan.paths];
  if (names.length === 0) console.log('Nothing is old enough to remove.');
  else console.log(`${dryRun ? 'Would remove' : 'Removing'} ${names.join(', ')}`);
  if (!dryRun) await prune(destination, plan);
  return !dryRun && names.length > 0;
}
