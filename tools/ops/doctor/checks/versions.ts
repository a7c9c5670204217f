import { z } from 'zod';
import { registrySchema } from '../../../../shared/src/contracts/remote/registry-schema.ts';
import { parseJson } from '../../../command/parse-json.ts';
import { git } from '../../../process/git.ts';
import { WORKSPACE_ROOT } from '../../../workspace/workspace-root.ts';
import { describeAge } from '../describe-age.ts';
import { type DoctorCheck, right, wrong } from '../doctor-check.ts';

const DAY_MS = 86_400_000;
/** Long enough for any canary to be decided. */
const MAX_CANARY_DAYS = 7;

/** What `/healthz` says of the live release. */
export const liveSchema = z.object({
  versions: z.record(z.string(), z.string()),
  canary: z.object({ begunAt: z.iso.datetime({ offset: true }).optional() }).nullable(),
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
    const { versions, canary, changedAt } = live.data;
    const changedMs = changedAt === undefined ? null : look.now() - Date.parse(changedAt);
    // Other changes do not make a canary younger.
    const begunAt = canary?.begunAt ?? changedAt;
    const runningMs = begunAt === undefined ? null : look.now() - Date.parse(begunAt);
    if (canary !== null && runningMs !== null && runningMs > MAX_CANARY_DAYS * DAY_MS)
      return wrong(
        `a canary has run for ${describeAge(runningMs)}`,
        'Decide it: `release promote <application>` or `release abort <application>`.',
      );
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
    return right(`${told.join('; ')}${since}${canary === null ? '' : '; a canary runs'}`);
  },
};

/** Milliseconds since 1970 UTC. Null for a commit that this checkout does not have. */
async function commitTime(commit: string | null): Promise<number | null> {
  if (commit === null || !/^[0-9a-f]{40}$/.test(commit)) return null;
  const asked = ['show', '--no-patch', '--format=%ct', commit];
  const shown = await git(WORKSPACE_ROOT, ...asked).catch(() => null);
  return shown === null ? null : Number(shown) * 1000;
}
