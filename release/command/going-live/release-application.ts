import { say } from '@corvane/tools/command/say';
import { readConnection } from '@corvane/tools/ops-api/read-connection';
import { gitHistory } from '../../build/commit-history.ts';
import { describeBuild } from '../../build/describe-build.ts';
import { readCommittedSource, readSource } from '../../build/release-source.ts';
import { previewApp } from '../../change/going-live/preview-app.ts';
import { releaseApps } from '../../change/going-live/release-apps.ts';
import { tryStatistics } from '../../decide/canary-comparison.ts';
import type { Destination } from '../../store/destination.ts';
import type { ReleaseSource } from '../../store/release-record.ts';
import { parsePrivateKey } from '../../store/signing-keys.ts';
import { canaryOf } from '../../store/site-state.ts';
import type { ReleaseCommand } from '../parse-release-arguments.ts';
import { buildOf, buildWithSbom } from '../read-build.ts';
import { readPerson } from '../read-person.ts';
import { decideInTime, isRunningCanary } from './decide-in-time.ts';
import { readSiteConfig } from './read-site-config.ts';
import { sayChanged, sayLive } from './say-live.ts';

/** `release <application>`: builds it and makes it live, a canary or a preview. */
export async function releaseApplication(
  {
    app,
    build: dir,
    preview,
    canaryPercent,
    decideHours,
    behind,
    insist,
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
      say(`The canary of ${app} ${version} is running already.`);
      await decide(version);
      return;
    }
  }
  const person = readPerson();
  if (preview) {
    const { version, url } = await previewApp(destination, build, source, person, async (candidate) => {
      const { testInBrowser } = await import('../../candidate/browser-test.ts');
      await testInBrowser(destination.store, candidate);
    });
    say(`Preview of ${app} ${version}: ${url}`);
    return;
  }
  const state = await releaseApps(destination, [build], {
    site: readSiteConfig(process.env, before?.site),
    source,
    history: gitHistory(),
    behind,
    ...(insist === null ? {} : { insist }),
    person,
    ...(canaryPercent === null ? {} : { canaryPercent }),
    ...(signingKey === undefined ? {} : { signingKey }),
    testCandidate: async (compositionId) => {
      // A rollback in an emergency must not wait for the import of the browser driver.
      const { testInBrowser } = await import('../../candidate/browser-test.ts');
      await testInBrowser(destination.store, {
        pagesDir: destination.store.pagesDir(compositionId),
        basename: '',
      });
    },
  });
  if (state.revision !== before?.revision) await sayChanged(state);
  else if (canaryPercent === null) say(`${app} ${state.versions[app]} is already live.`);
  else {
    say('This version is already live. Nothing changed.');
    sayLive(state);
  }
  const canary = canaryOf(state, app);
  if (canary !== undefined) await decide(canary.version);
}

/** A preview may contain unfinished work. */
function sourceOf(app: string, preview: boolean): Promise<ReleaseSource> {
  return preview ? readSource(app) : readCommittedSource(app);
}
