import { spawn } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gitHistory } from '../../../release/build/commit-history.ts';
import { describeBuild } from '../../../release/build/describe-build.ts';
import { openSite } from '../../../release/change/open-site.ts';
import { type AppBuild, buildApp } from '../../build/build-app.ts';
import { runCommand } from '../../command/run-command.ts';
import { UserError } from '../../command/user-error.ts';
import { openGateway } from '../../gateway/gateway.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { OpenTabs, sessionsOnly } from './open-tabs.ts';
import { type Fault, planDay, seededRandom } from './plan-day.ts';
import { siteProblems } from './site-problems.ts';
import { SteadyRequests } from './steady-requests.ts';
import { TeamClone } from './team-clone.ts';
import { type BuildFault, type TinyRemote, tinyRemote } from './tiny-remote.ts';

const PROGRAMS_DIR = path.join(WORKSPACE_ROOT, 'release/change/for-tests');
/** A release of a tiny remote changes files in about this many steps. */
const STEPS = 25;

interface Team {
  remote: Pick<TinyRemote, 'app' | 'path' | 'access'>;
  clone: TeamClone;
}

/**
 * Two teams release tiny remotes into one real host, in random order, while tabs are open. A third of the releases
 * has a fault. To start it: `run bench:teams [seed] [releases of each team]`. After each release the site must be one
 * whole good version.
 */
runCommand(async () => {
  const [seedText = '1', eachText = '30'] = process.argv.slice(2);
  const [seed, each] = [Number(seedText), Number(eachText)];
  if (!Number.isInteger(seed) || !Number.isInteger(each) || each < 1)
    throw new UserError('Use bench:teams [seed] [releases of each team], both whole numbers');
  const random = seededRandom(seed);
  const teams: Team[] = [
    { remote: { app: 'marketing', path: '/', access: 'public' }, clone: await TeamClone.make('marketing') },
    {
      remote: { app: 'portal', path: '/sales-portal', access: 'rep' },
      clone: await TeamClone.make('portal'),
    },
  ];
  const site = openSite(await mkdtemp(path.join(tmpdir(), 'corvane-site-')));
  const { root } = site.destination.store;
  const gateway = await openGateway({ port: 0 });
  const siteUrl = `http://127.0.0.1:${gateway.port}`;
  const first = [await buildApp('host')];
  for (const { remote } of teams) first.push(await tinyRemote({ ...remote, text: 'begin' }));
  const begun = await site.release(first, {
    isTested: false,
    site: { siteUrl, apiUrl: '', publishableKey: 'sb_publishable_bench' },
  });
  const good: Record<string, string> = { ...begun.versions };
  const faulty = new Set<string>();
  gateway.serve({ siteRoot: root, backend: { fetch: sessionsOnly, healthy: async () => true } });
  const tabs = await OpenTabs.open(siteUrl);
  const requests = new SteadyRequests(
    siteUrl,
    teams.map(({ remote }) => remote.path),
  );
  await tabs.use('before');
  const day = planDay(teams.length, each, random, (team) => teams[team]?.remote.access === 'public');
  const took: number[] = [];
  const seen = new Map<string, number>();
  try {
    for (const [index, { team, fault }] of day.entries()) {
      const { remote, clone } = teams[team] as Team;
      const text = `${remote.app} ${index}`;
      const step = `${index + 1} ${remote.app}${fault === null ? '' : `, ${fault}`}`;
      const commit = await (fault === 'behind' ? clone.commitBehind(text) : clone.commit(text));
      const build = await tinyRemote({ ...remote, text, fault: buildFaultOf(fault) });
      const { version } = await describeBuild(build).catch(() => ({ version: '' }));
      const startedAt = performance.now();
      const landed =
        fault === 'killed' || fault === 'disk full'
          ? await releaseBroken(root, build, commit, fault, 1 + Math.floor(random() * STEPS))
          : await site
              .release([build], {
                source: { commit, isDirty: false },
                history: gitHistory(clone.directory),
                person: `team of ${remote.app}`,
              })
              .then(
                () => 'released',
                (error: unknown) => {
                  if (error instanceof UserError) return `refused: ${error.message}`;
                  throw error;
                },
              );
      if (fault === null) took.push(performance.now() - startedAt);
      seen.set(fault ?? 'none', (seen.get(fault ?? 'none') ?? 0) + 1);
      const isFaulty = fault !== null && fault !== 'killed' && fault !== 'disk full';
      if (isFaulty) faulty.add(`${remote.app}/${version}`);
      const now = (await site.live())?.versions[remote.app];
      // A release that was killed has landed whole, or not at all.
      if (fault === null || (!isFaulty && now === version)) good[remote.app] = version;
      else if (fault !== 'behind') clone.takeBack();
      await tabs.use(step);
      const problems = await siteProblems(site, siteUrl, good, faulty);
      if (fault === null && landed !== 'released') problems.push(`a good release was ${landed}`);
      if (isFaulty && landed === 'released') problems.push('a faulty release went live');
      problems.push(...tabs.problems.splice(0), ...(await requests.problems(site)));
      console.log(`${step}: ${landed.split('\n')[0]?.slice(0, 160)}`);
      if (problems.length > 0)
        throw new UserError(`After step ${step} (seed ${seed}): ${problems.join('; ')}`);
    }
  } finally {
    await requests.stop();
    await tabs.close();
    await gateway.close();
  }
  const counts = [...seen].map(([fault, count]) => `${fault} ${count}`).join(', ');
  const median = took.toSorted((a, b) => a - b)[Math.floor(took.length / 2)] ?? 0;
  console.log(`${2 * each} releases, seed ${seed}: ${counts}. The site was whole and good after each.`);
  console.log(`${requests.count} requests were made meanwhile, and none failed.`);
  console.log(`A good release took ${(median / 1000).toFixed(1)} s in the middle, with its gate.`);
});

function buildFaultOf(fault: Fault | null): BuildFault | undefined {
  return fault === 'behind' || fault === 'killed' || fault === 'disk full' ? undefined : (fault ?? undefined);
}

/** A good release whose process is killed at a step, or meets a full disk from that step on. @returns what became of it. */
async function releaseBroken(
  root: string,
  build: AppBuild,
  commit: string,
  fault: 'killed' | 'disk full',
  step: number,
): Promise<string> {
  const variable = fault === 'killed' ? 'DIE_AT_STEP' : 'DISK_FULL_FROM_STEP';
  const output = path.join(await mkdtemp(path.join(tmpdir(), 'corvane-broken-')), 'stderr');
  const child = spawn(
    'bash',
    [
      '-c',
      'exec "$0" --import "$1/die-at-step.ts" "$1/release-in-process.ts" "$2" "$3" "$4" "$5" 2> "$6"',
      ...[process.execPath, PROGRAMS_DIR, root, build.app, path.dirname(build.clientDir), commit, output],
    ],
    { stdio: 'ignore', env: { ...process.env, [variable]: String(step) } },
  );
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const said = /UserError: (.*could not be stored: .*)/.exec(await readFile(output, 'utf8'))?.[1];
  return code === 0 ? 'released' : `${fault} at step ${step}${said === undefined ? '' : `: ${said}`}`;
}
