import { z } from 'zod';
import { OpsApi, type OpsConnection } from '../../ops-api/ops-api.ts';

const countSchema = z.number().int().min(0);
const cellSchema = z
  .object({
    block_started_at: z.string(),
    path: z.string().nullable(),
    is_canary: z.boolean(),
    views: countSchema,
    failures: countSchema,
    lone_failures: countSchema,
    errors: countSchema,
    lone_errors: countSchema,
    lcp_count: countSchema,
    lcp_log_sum: z.number(),
    lcp_log_square_sum: z.number(),
  })
  .transform((row) => ({
    blockStartedAt: row.block_started_at,
    path: row.path,
    isCanary: row.is_canary,
    views: row.views,
    failures: row.failures,
    loneFailures: row.lone_failures,
    errors: row.errors,
    loneErrors: row.lone_errors,
    lcpCount: row.lcp_count,
    lcpLogSum: row.lcp_log_sum,
    lcpLogSquareSum: row.lcp_log_square_sum,
  }));
const figuresSchema = z
  .object({
    asked_at: z.iso.datetime({ offset: true }),
    started_at: z.iso.datetime({ offset: true }).nullable(),
    cells: z.array(cellSchema),
  })
  .transform((figures) => ({
    askedAt: new Date(figures.asked_at),
    startedAt: figures.started_at === null ? null : new Date(figures.started_at),
    cells: figures.cells,
  }));

/**
 * What browsers saw of one version on one page in ten minutes. `path` is null for the pages beyond the 50 busiest. A
 * lone failure or error is a minute in which only this version had one. It counts where the version had its first.
 */
export type CanaryCell = z.infer<typeof cellSchema>;
/** `askedAt` is the database's clock. `startedAt` is the canary's first report, null before it. */
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
  connection: Pick<OpsConnection, 'url' | 'secretKey' | 'fetch'>,
  { app, canaryVersion, liveVersion, since }: Comparison,
): Promise<CanaryFigures> {
  const api = new OpsApi({ ...connection, salesIdPepper: null });
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
