import { OpsApi, type OpsConnection } from '@corvane/operations';
import { z } from 'zod';

const countSchema = z.number().int().min(0);
const reportsSchema = z.object({ reports: countSchema, networks: countSchema });
const versionSchema = z.object({
  views: countSchema,
  failures: reportsSchema,
  errors: reportsSchema,
  lcp: z.object({ ms: z.number().positive().nullable(), networks: countSchema }),
});
const figuresSchema = z.object({
  askedAt: z.iso.datetime({ offset: true }).transform((at) => new Date(at)),
  canary: versionSchema,
  live: versionSchema,
});

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
