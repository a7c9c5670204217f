import { OpsApi, type OpsConnection } from '@corvane/operations';
import { z } from 'zod';

const countSchema = z.number().int().min(0);
const versionSchema = z
  .object({
    views: countSchema,
    failures: countSchema,
    failing_networks: countSchema,
    errors: countSchema,
    erring_networks: countSchema,
    lcp_ms: z.number().positive().nullable(),
    lcp_networks: countSchema,
  })
  .transform((row) => ({
    views: row.views,
    failures: { reports: row.failures, networks: row.failing_networks },
    errors: { reports: row.errors, networks: row.erring_networks },
    lcp: { ms: row.lcp_ms, networks: row.lcp_networks },
  }));
const figuresSchema = z
  .object({
    asked_at: z.iso.datetime({ offset: true }),
    canary: versionSchema,
    live: versionSchema,
  })
  .transform(({ asked_at, ...figures }) => ({ askedAt: new Date(asked_at), ...figures }));

/**
 * What browsers saw of one version. Of views, failures and errors, the network with the most is left out of the sum. The
 * LCP is the median of the networks' own means. So one network alone changes nothing.
 */
export type VersionFigures = z.infer<typeof versionSchema>;
/** `askedAt` is the database's clock. Both versions count from the canary's first report on. */
export type CanaryFigures = z.infer<typeof figuresSchema>;

/** The versions to compare, and from when on. */
export interface Comparison {
  app: string;
  canaryVersion: string;
  liveVersion: string;
  since: Date;
}

/** Above the time that the database takes for a month of full days. */
const TIMEOUT_MS = 60_000;

/** @throws UserError when the backend does not answer or refuses the key. */
export async function fetchCanaryFigures(
  connection: OpsConnection,
  { app, canaryVersion, liveVersion, since }: Comparison,
): Promise<CanaryFigures> {
  const api = new OpsApi(connection);
  const answer = await api.rpc(
    'canary_figures',
    {
      application_param: app,
      canary_version_param: canaryVersion,
      live_version_param: liveVersion,
      since_param: since.toISOString(),
    },
    TIMEOUT_MS,
  );
  return figuresSchema.parse(answer);
}
