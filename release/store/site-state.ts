import { releaseChangeSchema, versionSchema } from '@corvane/shared/contracts/release-history';
import { z } from 'zod';
import { siteConfigSchema } from './site-config.ts';

/** Number of lanes that visitors are spread over. A canary takes one for each percent. */
const LANE_COUNT = 100;

/** @example laneOf(7) // '07' */
export function laneOf(index: number): string {
  return String(index).padStart(2, '0');
}

export const LANES: readonly string[] = Array.from({ length: LANE_COUNT }, (_, index) => laneOf(index));

/**
 * The lanes of a canary: those it has, so that its visitors keep it, and then the first free ones. The last lane always
 * shows what is live.
 * @param taken lanes of the other canaries.
 */
export function lanesFor(percent: number, own: readonly string[], taken: readonly string[]): string[] {
  const free = LANES.slice(0, -1).filter((lane) => !own.includes(lane) && !taken.includes(lane));
  return [...own, ...free].slice(0, percent);
}

/** Names of directories, so none of them leads out of its folder. */
const versionsSchema = z.record(versionSchema, versionSchema);

export const CANARY_MAX_PERCENT = 50;

const canarySchema = z.object({
  app: versionSchema,
  version: versionSchema,
  /** Share of the visitors, whole percent: that many of the 100 lanes. */
  percent: z.number().int().min(1).max(CANARY_MAX_PERCENT),
  /** Its lanes, which no other canary has. Canaries of older releases have the first ones. */
  lanes: z.array(z.enum(LANES)).optional(),
  compositionId: versionSchema,
  /** Commit of the canary. Null for a build that came without its history. */
  commit: z.string().nullable().default(null),
  /** When it went live, UTC ISO 8601. States of older releases do not say. */
  begunAt: z.string().optional(),
});
export type Canary = z.infer<typeof canarySchema>;

export function lanesOf({ lanes, percent }: Pick<Canary, 'lanes' | 'percent'>): readonly string[] {
  return lanes ?? LANES.slice(0, percent);
}

/** What a release brought, compared with the live version of its application. */
const broughtSchema = z.object({
  app: z.string(),
  version: z.string(),
  /** 40 hex digits. Null for a build that came without its history. */
  commit: z.string().nullable(),
  /** Commit of the version that was live before. Null for a first release, and for one without history. */
  parentCommit: z.string().nullable(),
  /** First lines of the commits since then that changed the application, latest first. */
  subjects: z.array(z.string()),
  /** Why a person insisted on a commit that contains one that was taken back. */
  insisted: z.string().optional(),
});
export type Brought = z.infer<typeof broughtSchema>;

/**
 * The complete live state in one document. Each change writes the next revision beside the last, and one revision
 * is live at a time. So every reader of a state reads a consistent site.
 */
const currentStateSchema = z.object({
  schemaVersion: z.literal(1),
  /** 1 for a site's first release. */
  revision: z.number().int().positive(),
  /** UTC ISO 8601. */
  changedAt: z.string(),
  /** The change, for `release list`. */
  action: z.string(),
  /** Git's name of the person who made the change. It is '' when the person is not known. */
  person: z.string().default(''),
  /** Empty for a change that is no release, such as a rollback. */
  brought: z.array(broughtSchema).default([]),
  compositionId: versionSchema,
  /** Live version per application, without the canaries. */
  versions: versionsSchema,
  /** Live commit per application. Those from builds without history are left out. */
  commits: z.record(z.string(), z.string()).default({}),
  /** At most one of each application. */
  canaries: z.array(canarySchema),
  site: siteConfigSchema,
  /** `<application>/<version>` and `pages/<composition>` that a prune is removing: nothing may make them live. */
  retired: z.array(z.string()),
  /**
   * The latest changes of each application with this one, newest first. States of older releases do not say. A list that
   * cannot be read is made again from all states.
   */
  changes: z.array(releaseChangeSchema).optional().catch(undefined),
});
export type SiteState = z.infer<typeof currentStateSchema>;

const formerSchema = z.looseObject({ canary: canarySchema.nullable() });
/** States of older releases have one canary or none. */
export const siteStateSchema = z.preprocess((state) => {
  const former = formerSchema.safeParse(state).data;
  if (former === undefined) return state;
  return { ...former, canaries: former.canary === null ? [] : [former.canary] };
}, currentStateSchema);

export function canaryOf({ canaries }: Pick<SiteState, 'canaries'>, app: string): Canary | undefined {
  return canaries.find((canary) => canary.app === app);
}

/** The compositions that visitors receive: the site's, and those of its canaries. */
export function compositionsOf({ compositionId, canaries }: ShownState): string[] {
  return [compositionId, ...canaries.map((canary) => canary.compositionId)];
}

type ShownState = Pick<SiteState, 'compositionId' | 'versions' | 'canaries'>;

/** Every version that visitors receive. */
export function shownVersions({
  versions,
  canaries,
}: Pick<SiteState, 'versions' | 'canaries'>): [app: string, version: string][] {
  return [
    ...Object.entries(versions),
    ...canaries.map(({ app, version }): [string, string] => [app, version]),
  ];
}

/** Whether visitors receive a version. */
export function isShown(
  state: Pick<SiteState, 'versions' | 'canaries'>,
  app: string,
  version: string,
): boolean {
  return shownVersions(state).some((shown) => shown[0] === app && shown[1] === version);
}

/** What a prune was removing, without what a next state shows again. */
export function stillRetired(retired: readonly string[], next: ShownState): string[] {
  const shown = [
    ...shownVersions(next).map((of) => of.join('/')),
    ...compositionsOf(next).map((id) => `pages/${id}`),
  ];
  return retired.filter((name) => !shown.includes(name));
}

/** The directories that visitors receive, relative to the root. */
export function pathsOfState(state: SiteState): string[] {
  return [`states/${state.revision}`, ...compositionsOf(state).map((id) => `pages/${id}`)];
}

/** Whether a path relative to the root may become live again, and so must be compared before it is removed. */
export function canBeLive(file: string): boolean {
  return /^(pages|states)\//.test(file);
}
