import { userInfo } from 'node:os';
import path from 'node:path';
import { readConnection } from '@corvane/operations/read-connection';
import { runCommand } from '@corvane/tools/command/run-command';
import { say } from '@corvane/tools/command/say';
import { gitNow } from '@corvane/tools/process/git';
import { APPS } from '@corvane/tools/workspace/apps';
import { WORKSPACE_ROOT } from '@corvane/tools/workspace/workspace-root';
import { openSite, type Site } from './change/open-site.ts';
import { bucketPolicy } from './command/bucket-policy.ts';
import { decideNow } from './command/going-live/decide-in-time.ts';
import { releaseApplication } from './command/going-live/release-application.ts';
import { sayChanged, sayLive } from './command/going-live/tell-change.ts';
import { formatKeys } from './command/list/format-keys.ts';
import { formatNotes, minuteOf } from './command/list/format-list.ts';
import { diffRelease, listReleases, tellStanding } from './command/list/show-releases.ts';
import { makeOverride } from './command/override/make-override.ts';
import { parseReleaseArguments, type ReleaseCommand } from './command/parse-release-arguments.ts';
import { RELEASE_HELP } from './command/release-help.ts';
import { showStats } from './command/stats/show-stats.ts';
import { fetchSiteErrors, formatSiteErrors } from './command/stats/site-errors.ts';
import { parsePrivateKey } from './store/signing-keys.ts';

runCommand(async () => {
  const args = process.argv.slice(2);
  if (args.length === 0 || args.includes('--help')) {
    say(RELEASE_HELP);
    return;
  }
  const command = parseReleaseArguments(args, APPS, process.env);
  const startedAt = performance.now();
  const { RELEASE_DESTINATION, RELEASE_SIGNING_KEY: key } = process.env;
  const site = openSite(RELEASE_DESTINATION, () => ({
    person: readPerson(),
    signingKey: key ? parsePrivateKey(key) : undefined,
  }));
  const changed = await run(command, site).catch(async (error: unknown) => {
    throw await site.explain(error);
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (changed !== false) say(`Done in ${seconds} s.`);
});

/** @returns false when nothing was changed. */
async function run(command: ReleaseCommand, site: Site): Promise<unknown> {
  const { destination } = site;
  switch (command.name) {
    case 'release':
      return releaseApplication(command, site);
    case 'promote':
      return sayChanged(await site.promote(command.app, command));
    case 'abort':
      return sayChanged(await site.abort(command.app));
    case 'decide':
      return decideNow(site, { connection: () => readConnection(process.env), sayChanged });
    case 'rollback':
      return sayChanged(await site.rollBack(command.app, command.version ?? undefined, command));
    case 'restore':
      return sayChanged(await site.restore(command.revision));
    case 'bad':
      await site.markBad(command.app, command.version, command.why);
      return say(await tellStanding(destination, command));
    case 'good':
      return site.markGood(command.app, command.version);
    case 'pull':
      return sayLive(await site.follow(path.resolve(command.directory)));
    case 'remove':
      return sayChanged(await site.remove(command.remote, command.to));
    case 'end-preview':
      return site.endPreview(command.token);
    case 'override-key': {
      const { state, privateKey } = await site.newOverrideKey();
      await sayChanged(state);
      return say(`Keep this secret. Anyone who has it can make overrides:\nOVERRIDE_KEY=${privateKey}`);
    }
    case 'override': {
      const { url, endsAt } = await makeOverride(destination, command, {
        privateKey: process.env.OVERRIDE_KEY,
      });
      say(`Until ${minuteOf(endsAt.toISOString())}: ${url}`);
      return false;
    }
    case 'keys':
      say(await formatKeys(destination));
      return false;
    case 'signing-key': {
      const { id, privateKey } = await site.newSigningKey(command.app);
      say(`Key ${id} of ${command.app}.`);
      return say(
        `Keep this secret. Anyone who has it can release ${command.app}:\nRELEASE_SIGNING_KEY=${privateKey}`,
      );
    }
    case 'revoke-key':
      return site.revokeKey(command.app, command.key);
    case 'policy':
      console.log(JSON.stringify(bucketPolicy(destination.name, command.role), null, 2));
      return false;
    case 'prune':
      return prune(site, command.dryRun);
    case 'list':
      say(await listReleases(destination, command.app ?? undefined));
      return false;
    case 'notes':
      say(formatNotes(await destination.history(), command.app ?? undefined));
      return false;
    case 'diff':
      say(await diffRelease(destination, command));
      return false;
    case 'stats':
      await showStats(readConnection(process.env), command, await site.live().catch(() => null));
      return false;
    case 'errors':
      say(
        await formatSiteErrors(
          await fetchSiteErrors(readConnection(process.env), command.app, command.hours),
          command,
          destination,
        ),
      );
      return false;
  }
}

/** @returns whether it removed anything. */
async function prune(site: Site, isDryRun: boolean): Promise<boolean> {
  const plan = await site.planPrune();
  const names = [...plan.versions, ...plan.paths];
  if (names.length === 0) say('Nothing is old enough to remove.');
  else say(`${isDryRun ? 'Would remove' : 'Removing'} ${names.join(', ')}`);
  if (!isDryRun) await site.prune(plan);
  return !isDryRun && names.length > 0;
}

/** Who runs the command: Git's `user.name`, which commits carry too. Without one, the name of the account. */
function readPerson(): string {
  try {
    const name = gitNow(WORKSPACE_ROOT, 'config', 'user.name').trim();
    if (name !== '') return name;
  } catch {
    // Git is not installed, or knows no name.
  }
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
