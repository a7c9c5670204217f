import { registrySchema } from '@corvane/shared/contracts/remote/registry-schema';
import { parseJson } from '@corvane/tools/command/parse-json';
import { git } from '@corvane/tools/process/git';
import { WORKSPACE_ROOT } from '@corvane/tools/workspace/workspace-root';
import { z } from 'zod';
import { type DoctorCheck, describeAge, right, wrong } from '../doctor-check.ts';

const healthSchema = z.object({
  status: z.string(),
  database: z.string().optional(),
  broken: z.array(z.string()).optional(),
});

export const HEALTH: DoctorCheck = {
  name: 'health',
  asks: 'Is a complete release live?',
  mend: '`release list` names the states, `release restore <state>` makes a complete one live.',
  isOfMachine: true,
  async look(look) {
    const { status, body } = await look.site('/healthz');
    const health = healthSchema.safeParse(parseJson(body));
    if (!health.success) return wrong(`/healthz answers ${status} without our JSON`);
    const { database, broken = [] } = health.data;
    if (status === 200 && health.data.status === 'ok') return right('/healthz is ok');
    const details = [`/healthz answers ${status} with ${health.data.status}`, ...broken];
    if (database !== undefined) details.push(`database ${database}`);
    return wrong(details.join(', '));
  },
};

const DAY_MS = 86_400_000;
/** Long enough for any canary to be decided. */
const MAX_CANARY_DAYS = 7;

/** What `/healthz` says of the live release. */
const liveSchema = z.object({
  versions: z.record(z.string(), z.string()),
  canaries: z
    .array(z.object({ app: z.string(), begunAt: z.iso.datetime({ offset: true }).optional() }))
    .default([]),
  /** Sites released by an older checkout do not say it. */
  changedAt: z.iso.datetime({ offset: true }).optional(),
});

export const VERSIONS: DoctorCheck = {
  name: 'versions',
  asks: 'Which versions are live, since when, and is a canary forgotten?',
  mend: 'Release host, marketing and portal (docs/releasing.md).',
  isOfMachine: true,
  async look(look) {
    const [health, registryAnswer] = await Promise.all([look.site('/healthz'), look.site('/registry.json')]);
    const registry = registrySchema.safeParse(parseJson(registryAnswer.body));
    const live = liveSchema.safeParse(parseJson(health.body));
    if (!registry.success || !live.success || Object.keys(live.data.versions).length === 0)
      return wrong('no complete registry is live');
    const { versions, canaries, changedAt } = live.data;
    const changedMs = changedAt === undefined ? null : look.now() - Date.parse(changedAt);
    // Other changes do not make a canary younger.
    for (const { app, begunAt = changedAt } of canaries) {
      const runningMs = begunAt === undefined ? 0 : look.now() - Date.parse(begunAt);
      if (runningMs > MAX_CANARY_DAYS * DAY_MS)
        return wrong(
          `the canary of ${app} has run for ${describeAge(runningMs)}`,
          `Decide it: \`release promote ${app}\` or \`release abort ${app}\`.`,
        );
    }
    const commits: Record<string, string | null | undefined> = {
      host: registry.data.host.origin?.commit,
      ...Object.fromEntries(
        Object.entries(registry.data.remotes).map(([name, { origin }]) => [name, origin?.commit]),
      ),
    };
    const told = await Promise.all(
      Object.entries(versions).map(async ([name, version]) => {
        const committedMs = await commitTime(commits[name] ?? null);
        const age = committedMs === null ? '' : `, committed ${describeAge(look.now() - committedMs)} ago`;
        return `${name} ${version}${age}`;
      }),
    );
    const since = changedMs === null ? '' : `; last change ${describeAge(changedMs)} ago`;
    return right(
      `${told.join('; ')}${since}${canaries.map(({ app }) => `; a canary of ${app} runs`).join('')}`,
    );
  },
};

/** Milliseconds since 1970 UTC. Null for a commit that this checkout does not have. */
async function commitTime(commit: string | null): Promise<number | null> {
  if (commit === null || !/^[0-9a-f]{40}$/.test(commit)) return null;
  const asked = ['show', '--no-patch', '--format=%ct', commit];
  const shown = await git(WORKSPACE_ROOT, ...asked).catch(() => null);
  return shown === null ? null : Number(shown) * 1000;
}

/** A web machine follows the bucket some seconds after the last time, and fetches a release within this. */
const FOLLOWING_MS = 120_000;

export const SAME_RELEASE: DoctorCheck = {
  name: 'same-release',
  asks: 'Do all web machines serve the same release?',
  mend: 'On the machine that is behind: `journalctl -u corvane-follow` says why it does not follow the bucket.',
  async look(look) {
    if (look.machines.length === 1) return right('one web machine was looked at');
    const live = await Promise.all(
      look.machines.map(async (one) => {
        const { body } = await one.site('/healthz');
        const { versions, canaries, changedAt = '' } = liveSchema.parse(parseJson(body));
        return { machine: one.machine, changedAt, release: JSON.stringify([versions, canaries, changedAt]) };
      }),
    );
    const newest = live.reduce((one, other) => (other.changedAt > one.changedAt ? other : one));
    const behind = live.filter(({ release }) => release !== newest.release);
    if (behind.length === 0) return right(`${live.length} machines serve the same`);
    if (look.now() - Date.parse(newest.changedAt) < FOLLOWING_MS)
      return right('a release is just arriving at the machines');
    return wrong(`${behind.map(({ machine }) => machine).join(', ')} serves another than ${newest.machine}`);
  },
};
