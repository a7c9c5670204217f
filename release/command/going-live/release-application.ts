import { readConnection } from '@corvane/operations/read-connection';
import { say } from '@corvane/tools/command/say';
import { gitHistory } from '../../build/commit-history.ts';
import { describeBuild } from '../../build/describe-build.ts';
import { readCommittedSource, readSource } from '../../build/release-source.ts';
import type { Site } from '../../change/open-site.ts';
import { tryStatistics } from '../../decide/canary-comparison.ts';
import type { ReleaseSource } from '../../store/release-record.ts';
import { canaryOf } from '../../store/site-state.ts';
import type { ReleaseCommand } from '../parse-release-arguments.ts';
import { buildOf, buildWithSbom } from '../read-build.ts';
import { decideInTime, isRunningCanary } from './decide-in-time.ts';
import { readSiteConfig } from './read-site-config.ts';
import { sayChanged, sayLive } from './tell-change.ts';

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
  site: Site,
): Promise<void> {
  const source = dir === null ? await sourceOf(app, preview) : null;
  const connection = decideHours === null ? null : readConnection(process.env);
  if (connection !== null) await tryStatistics(connection, app);
  const before = await site.live();
  const build = dir === null ? await buildWithSbom(app) : await buildOf(app, dir);
  const decide = async (version: string) => {
    if (connection === null || decideHours === null) return;
    await decideInTime(site, { app, version }, { connection, hours: decideHours, sayChanged });
  };
  if (decideHours !== null && canaryPercent !== null) {
    const { version } = await describeBuild(build);
    if (isRunningCanary(before, { app, version, percent: canaryPercent })) {
      say(`The canary of ${app} ${version} is running already.`);
      await decide(version);
      return;
    }
  }
  if (preview) {
    const { version, url } = await site.preview(build, source);
    say(`Preview of ${app} ${version}: ${url}`);
    return;
  }
  const state = await site.release([build], {
    site: readSiteConfig(process.env, before?.site),
    source,
    history: gitHistory(),
    behind,
    ...(insist === null ? {} : { insist }),
    ...(canaryPercent === null ? {} : { canaryPercent }),
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
