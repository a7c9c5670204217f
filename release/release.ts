import path from 'node:path';
import { runCommand } from '@corvane/tools/command/run-command';
import { say } from '@corvane/tools/command/say';
import { readConnection } from '@corvane/tools/ops-api/read-connection';
import { APPS } from '@corvane/tools/workspace/apps';
import { restoreState } from './change/going-back/restore-state.ts';
import { rollBack } from './change/going-back/roll-back.ts';
import { abort, promote } from './change/going-live/end-canary.ts';
import { endPreview } from './change/going-live/preview-app.ts';
import { markBad, markGood } from './change/mark-version.ts';
import { mirrorSite } from './change/mirror/mirror-site.ts';
import { newOverrideKey } from './change/new-override-key.ts';
import { explainFullDisk } from './change/prune/explain-full-disk.ts';
import { removeRemote } from './change/remove-remote.ts';
import { newSigningKey, revokeKey } from './change/signing/site-keys.ts';
import { bucketPolicy } from './command/bucket-policy.ts';
import { decideNow } from './command/going-live/decide-in-time.ts';
import { releaseApplication } from './command/going-live/release-application.ts';
import { sayChanged, sayLive } from './command/going-live/say-live.ts';
import { formatKeys } from './command/list/format-keys.ts';
import { minuteOf } from './command/list/format-list.ts';
import { formatNotes } from './command/list/format-notes.ts';
import { diffRelease, listReleases, tellStanding } from './command/list/show-releases.ts';
import { makeOverride } from './command/override/make-override.ts';
import { parseReleaseArguments, type ReleaseCommand } from './command/parse-release-arguments.ts';
import { readPerson } from './command/read-person.ts';
import { RELEASE_HELP } from './command/release-help.ts';
import { runPrune } from './command/run-prune.ts';
import { showStats } from './command/stats/show-stats.ts';
import { fetchSiteErrors, formatSiteErrors } from './command/stats/site-errors.ts';
import type { Destination } from './store/destination.ts';
import { openDestination } from './store/open-destination.ts';

runCommand(async () => {
  const args = process.argv.slice(2);
  if (args.length === 0 || args.includes('--help')) {
    say(RELEASE_HELP);
    return;
  }
  const command = parseReleaseArguments(args, APPS, process.env);
  const startedAt = performance.now();
  const destination = openDestination(process.env);
  const changes = await run(command, destination).catch(async (error: unknown) => {
    throw await explainFullDisk(error, destination);
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (changes) say(`Done in ${seconds} s.`);
});

/** @returns whether the command was one that changes something. */
async function run(command: ReleaseCommand, destination: Destination): Promise<boolean> {
  switch (command.name) {
    case 'release':
      await releaseApplication(command, destination);
      return true;
    case 'promote':
      await sayChanged(await promote(destination, command.app, readPerson(), command));
      return true;
    case 'abort':
      await sayChanged(await abort(destination, command.app, readPerson()));
      return true;
    case 'decide':
      return decideNow(destination, { connection: () => readConnection(process.env), sayChanged });
    case 'rollback':
      await sayChanged(
        await rollBack(destination, command.app, command.version ?? undefined, readPerson(), command),
      );
      return true;
    case 'restore':
      await sayChanged(await restoreState(destination, command.revision, readPerson()));
      return true;
    case 'bad':
      await markBad(destination, command.app, command.version, { person: readPerson(), why: command.why });
      say(await tellStanding(destination, command));
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
      say(`Keep this secret. Anyone who has it can make overrides:\nOVERRIDE_KEY=${privateKey}`);
      return true;
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
      const { id, privateKey } = await newSigningKey(destination, command.app);
      say(`Key ${id} of ${command.app}.`);
      say(
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
      say(await listReleases(destination, command.app ?? undefined));
      return false;
    case 'notes':
      say(formatNotes(await destination.history(), command.app ?? undefined));
      return false;
    case 'diff':
      say(await diffRelease(destination, command));
      return false;
    case 'stats':
      await showStats(readConnection(process.env), command, await destination.pull().catch(() => null));
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
