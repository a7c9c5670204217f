import { spawn } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gitHistory } from '../../../release/build/commit-history.ts';
import { describeBuild } from '../../../release/build/describe-build.ts';
import { openSite } from '../../../release/change/open-site.ts';
import { type AppBuild, buildApp } from '../../build/build-app.ts';
import { readArguments } from '../../command/read-arguments.ts';
import { runCommand } from '../../command/run-command.ts';
import { UserError } from '../../command/user-error.ts';
import { openGateway } from '../../gateway/gateway.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { BetweenReleases } from './between-releases.ts';
import { OpenTabs, sessionsOnly } from './open-tabs.ts';
import { type Fault, planDay, seededRandom } from './plan-day.ts';
import { siteProblems } from './site-problems.ts';
import { SteadyRequests } from './steady-requests.ts';
import { type Team, TeamClone } from './team-clone.ts';
import { type BuildFault, tinyRemote } from './tiny-remote.ts';

const PROGRAMS_DIR = path.join(WORKSPACE_ROOT, 'release/change/for-tests');
/** Of the good releases. */
const CANARY_SHARE = 0.4;
/** A release of a tiny remote changes files in about this many steps. */
const STEPS = 25;

/**
 * Three teams release tiny remotes into one real host, in random order, while tabs are open. A third of the releases
 * has a fault. A part of the good ones begins as a canary, also beside another team's. In between, canaries end, live
 * versions are rolled back, states restored, old versions pruned. After each step the site must be whole and good.
 * `run bench:teams [seed] [releases of each team]`.
 */
runCommand(async () => {
  const { positionals } = readArguments({ allowPositionals: true, options: {} });
  const [seedText = '1', eachText = '20'] = positionals;
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
    {
      remote: { app: 'resources', path: '/resources', access: 'public' },
      clone: await TeamClone.make('resources'),
    },
  ];
  const root = await mkdtemp(path.join(tmpdir(), 'corvane-site-'));
  const site = openSite(root);
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
  const between = new BetweenReleases(site, teams, good, random);
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
  const check = async (step: string, told: string, found: string[] = []) => {
    await tabs.use(step);
    const problems = [...found, ...(await siteProblems(site, siteUrl, good, faulty))];
    problems.push(...tabs.problems.splice(0), ...(await requests.problems(site)));
    console.log(`${step}: ${told.split('\n')[0]?.slice(0, 160)}`);
    if (problems.length > 0) throw new UserError(`After step ${step} (seed ${seed}): ${problems.join('; ')}`);
  };
  try {
    for (const [index, { team, fault }] of day.entries()) {
      const { remote, clone } = teams[team] as Team;
      for (const act of await between.acts(remote.app)) {
        await check(`before ${index + 1}`, await act());
        seen.set('acts between', (seen.get('acts between') ?? 0) + 1);
      }
      const text = `${remote.app} ${index}`;
      const step = `${index + 1} ${remote.app}${fault === null ? '' : `, ${fault}`}`;
      const commit = await (fault === 'behind' ? clone.commitBehind(text) : clone.commit(text));
      const build = await tinyRemote({ ...remote, text, fault: buildFaultOf(fault) });
      const { version } = await describeBuild(build).catch(() => ({ version: '' }));
      const canaryPercent = fault === null && random() < CANARY_SHARE ? 30 : undefined;
      const startedAt = performance.now();
      const landed =
        fault === 'killed' || fault === 'disk full'
          ? await releaseBroken(root, build, commit, fault, 1 + Math.floor(random() * STEPS))
          : await site
              .release([build], {
                source: { commit, isDirty: false },
                history: gitHistory(clone.directory),
                person: `team of ${remote.app}`,
                ...(canaryPercent === undefined ? {} : { canaryPercent }),
              })
              .then(
                () => 'released',
                (error: unknown) => {
                  if (error instanceof UserError) return `refused: ${error.message}`;
                  throw error;
                },
              );
      if (fault === null) took.push(performance.now() - startedAt);
      const kind = fault ?? (canaryPercent === undefined ? 'none' : 'canary');
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
      const isFaulty = fault !== null && fault !== 'killed' && fault !== 'disk full';
      if (isFaulty) faulty.add(`${remote.app}/${version}`);
      const now = (await site.live())?.versions[remote.app];
      // A release that was killed has landed whole, or not at all.
      const isLive = fault === null ? canaryPercent === undefined : !isFaulty && now === version;
      if (isLive) {
        good[remote.app] = version;
        between.released(remote.app);
      } else if (fault !== null && fault !== 'behind') clone.takeBack();
      const found: string[] = [];
      if (fault === null && landed !== 'released') found.push(`a good release was ${landed}`);
      if (isFaulty && landed === 'released') found.push('a faulty release went live');
      await check(step, canaryPercent === undefined ? landed : `${landed} as a canary`, found);
    }
  } finally {
    await requests.stop();
    await tabs.close();
    await gateway.close();
  }
  const counts = [...seen].map(([fault, count]) => `${fault} ${count}`).join(', ');
  const median = took.toSorted((a, b) => a - b)[Math.floor(took.length / 2)] ?? 0;
  console.log(
    `${teams.length * each} releases, seed ${seed}: ${counts}. The site was whole and good after each.`,
  );
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
