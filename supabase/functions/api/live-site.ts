import { z } from '../../../shared/src/lib/zod.ts';

/** What the site has now, its canaries included. Counts of anything else are counts of `other`. */
export interface LiveSite {
  /** Paths of the public routes. */
  pages: ReadonlySet<string>;
  versions: Readonly<Record<'host' | 'marketing', ReadonlySet<string>>>;
}

const releaseSchema = z.object({ version: z.string() });
const registrySchema = z.object({
  host: releaseSchema,
  remotes: z.record(
    z.string(),
    z.extend(releaseSchema, {
      routes: z.array(z.object({ path: z.string(), access: z.string() })),
      previous: z.nullable(releaseSchema),
    }),
  ),
});
type KnownRegistry = z.infer<typeof registrySchema>;

/** How long an answer is used. A page of a new release is counted under its own name after that time. */
const FRESH_MS = 60_000;
const TIMEOUT_MS = 3_000;
/** What `/healthz` says, also while something fails: a lane of each canary. */
const healthSchema = z.object({
  canaries: z._default(z.array(z.object({ lane: z.string().check(z.regex(/^\d\d$/)) })), []),
});
/** No canary has the last of the hundred lanes. */
const LIVE_LANE = '99';

/**
 * Asks the site what is live, at most once a minute per worker, however many calls wait. While it does not answer,
 * the last answer counts. Before the first one, no page is known.
 */
export function watchLiveSite(
  siteUrl: string,
  options: { fetch?: typeof fetch; now?: () => number } = {},
): () => Promise<LiveSite> {
  const { fetch: get = fetch, now = Date.now } = options;
  let known = liveSiteOf([]);
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;

  async function read(path: string, headers: Record<string, string> = {}): Promise<unknown> {
    const response = await get(`${siteUrl}${path}`, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    return response.json();
  }

  async function readLanes(): Promise<KnownRegistry[]> {
    const { canaries } = healthSchema.parse(await read('/healthz'));
    const lanes = [...canaries.map(({ lane }) => lane), LIVE_LANE];
    const registries = lanes.map((lane) => read('/registry.json', { cookie: `corvane_lane=${lane}` }));
    return (await Promise.all(registries)).map((registry) => registrySchema.parse(registry));
  }

  return async () => {
    if (asking === null && now() - askedAt >= FRESH_MS) {
      askedAt = now();
      asking = readLanes()
        .then(
          (registries) => {
            known = liveSiteOf(registries);
          },
          () => {
            // Away, or not yet released: see above.
          },
        )
        .finally(() => {
          asking = null;
        });
    }
    await asking;
    return known;
  };
}

function liveSiteOf(registries: readonly KnownRegistry[]): LiveSite {
  const remotes = registries.flatMap((registry) => Object.values(registry.remotes));
  const marketing = registries.flatMap(({ remotes: { marketing: release } }) =>
    release ? [release.version, release.previous?.version ?? release.version] : [],
  );
  return {
    pages: new Set(
      remotes.flatMap(({ routes }) =>
        routes.filter(({ access }) => access === 'public').map(({ path }) => path),
      ),
    ),
    versions: { host: new Set(registries.map(({ host }) => host.version)), marketing: new Set(marketing) },
  };
}
