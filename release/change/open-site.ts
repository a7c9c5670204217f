import type { AppBuild } from '@corvane/tools/build/build-app';
import type { Candidate } from '../candidate/candidate-site.ts';
import { refuseOtherPlans } from '../compose/plan-words.ts';
import { openDestination } from '../store/open-destination.ts';
import type { ReleaseSource } from '../store/release-record.ts';
import type { ChangedBy } from './change-site.ts';
import { restoreState } from './going-back/restore-state.ts';
import { rollBack } from './going-back/roll-back.ts';
import { abort, promote } from './going-live/end-canary.ts';
import { endPreview, previewApp } from './going-live/preview-app.ts';
import { type ReleaseOptions, releaseApps } from './going-live/release-apps.ts';
import { markBad, markGood } from './mark-version.ts';
import { mirrorSite } from './mirror/mirror-site.ts';
import { newOverrideKey } from './new-override-key.ts';
import { explainFullDisk } from './prune/explain-full-disk.ts';
import { planPrune, prune, RETENTION } from './prune/prune.ts';
import { removeRemote } from './remove-remote.ts';
import { newSigningKey, revokeKey } from './signing/site-keys.ts';

export type { SiteState } from '../store/site-state.ts';
export { RETENTION };

export type Site = ReturnType<typeof openSite>;

/**
 * The one way to what is published, for the command line, pipelines, web machines and the local stack.
 * @param address a document root, or `s3://<bucket>/<prefix>`. Default: the site of the local stack.
 * @param changedBy asked only by what changes the site.
 * @throws UserError for any other address.
 */
export function openSite(address = process.env.RELEASE_DESTINATION, changedBy = (): ChangedBy => ({})) {
  const env = { ...process.env, RELEASE_DESTINATION: address };
  const destination = openDestination(env);
  const { store } = destination;
  const lookAt = async (candidate: Candidate, apps: readonly string[]) => {
    await refuseOtherPlans(candidate.pagesDir, apps);
    // A rollback in an emergency must not wait for the import of the browser driver.
    const { testInBrowser } = await import('../candidate/browser-test.ts');
    await testInBrowser(store, candidate);
  };
  return {
    /** For reading what is published. */
    destination,
    live: destination.pull,
    /** `isTested: false` goes live without the look into a browser. */
    release(
      builds: readonly AppBuild[],
      { isTested = true, ...options }: ReleaseOptions & { isTested?: boolean } = {},
    ) {
      const apps = builds.map(({ app }) => app);
      const testCandidate = (id: string) => lookAt({ pagesDir: store.pagesDir(id), basename: '' }, apps);
      return releaseApps(destination, builds, {
        ...changedBy(),
        ...(isTested ? { testCandidate } : {}),
        ...options,
      });
    },
    preview: (build: AppBuild, source: ReleaseSource | null) =>
      previewApp(destination, build, source, changedBy().person, (candidate) =>
        lookAt(candidate, [build.app]),
      ),
    endPreview: (token: string) => endPreview(destination, token),
    promote: (app: string, options: Parameters<typeof promote>[2] = {}) =>
      promote(destination, app, { ...changedBy(), ...options }),
    abort: (app: string, options: Parameters<typeof abort>[2] = {}) =>
      abort(destination, app, { ...changedBy(), ...options }),
    rollBack: (app: string, version?: string, options: Parameters<typeof rollBack>[3] = {}) =>
      rollBack(destination, app, version, { ...changedBy(), ...options }),
    restore: (revision: number) => restoreState(destination, revision, changedBy().person),
    remove: (remote: string, to: string) => removeRemote(destination, remote, { ...changedBy(), to }),
    markBad: (app: string, version: string, why: string) =>
      markBad(destination, app, version, { person: changedBy().person ?? '', why }),
    markGood: (app: string, version: string) => markGood(destination, app, version),
    newOverrideKey: () => newOverrideKey(destination, changedBy()),
    newSigningKey: (app: string) => newSigningKey(destination, app),
    revokeKey: (app: string, key: string) => revokeKey(destination, app, key),
    planPrune: (retention = RETENTION) => planPrune(destination, retention),
    prune: (plan: Parameters<typeof prune>[1]) => prune(destination, plan),
    /** Makes a directory the document root of the live site of a bucket. */
    follow: (directory: string) => mirrorSite(openDestination(env, directory)),
    /** An error, with what helps against it. */
    explain: (error: unknown) => explainFullDisk(error, destination),
  };
}
