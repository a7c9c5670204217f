import { existsSync } from 'node:fs';
import { mkdir, readdir, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  HISTORY_FILE,
  type PreviewFacts,
  previewFactsSchema,
} from '@corvane/shared/contracts/release-history';
import type { Registry } from '@corvane/shared/contracts/remote/registry';
import { registrySchema } from '@corvane/shared/contracts/remote/registry-schema';
import { versionsOf } from '@corvane/shared/contracts/remote/versions-of';
import { UserError } from '@corvane/tools/command/user-error';
import { writeHealthFiles } from '@corvane/tools/gateway/files/health-files';
import { withProcessLock } from '@corvane/tools/process/process-lock';
import { neededFiles } from './needed-files.ts';
import { placeDirectory } from './place-directory.ts';
import { readJsonFile } from './read-json-file.ts';
import { historyOf } from './release-history.ts';
import {
  canBeLive,
  compositionsOf,
  isShown,
  LANES,
  laneOf,
  lanesOf,
  pathsOfState,
  type SiteState,
  shownVersions,
  siteStateSchema,
} from './site-state.ts';
import { stampTimes } from './stamp-times.ts';

export const REGISTRY_FILE = 'registry.json';
/** What a preview is of, beside its pages. */
export const PREVIEW_FILE = 'preview.json';

/**
 * Where a site lies on disk, and how it changes.
 *
 * ```
 * assets/host/<version>/           published, immutable
 * remotes/<name>/<version>/        published, immutable
 * pages/<composition>/             prerendered pages and registry.json, immutable
 * states/<revision>/               state.json, history.json, what /healthz answers, and 100 lanes that lead to pages/
 * current -> states/<revision>     what is live: moved by one rename
 * previews/<token>/                pages of a preview
 * releases/<app>/<version>.json    what is known of a published version; never served
 * server/<app>/<version>/          server builds for prerendering; never served
 * ```
 */
export class SiteStore {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /** Site-absolute directory of a release, with a slash at its end. */
  publicBase(app: string, version: string): string {
    return app === 'host' ? `/assets/host/${version}/` : `/remotes/${app}/${version}/`;
  }

  publicDir(app: string, version: string): string {
    return path.join(this.root, this.publicBase(app, version));
  }

  serverDir(app: string, version: string): string {
    return path.join(this.root, 'server', app, version);
  }

  recordFile(app: string, version: string): string {
    return path.join(this.root, 'releases', app, `${version}.json`);
  }

  pagesDir(compositionId: string): string {
    return path.join(this.root, 'pages', compositionId);
  }

  previewDir(token: string): string {
    return path.join(this.root, 'previews', token);
  }

  stateDir(revision: number): string {
    return path.join(this.root, 'states', String(revision));
  }

  /** Pages that a visitor of a lane gets. */
  laneDir(lane = laneOf(99)): string {
    return path.join(this.root, 'current/lanes', lane);
  }

  /**
   * The live state. Null for a site without a release.
   * @throws UserError when the live state is missing or corrupt.
   */
  async liveState(): Promise<SiteState | null> {
    const target = await readlink(this.#currentLink).catch(() => null);
    if (target === null) return null;
    return readJsonFile(path.join(this.root, target, 'state.json'), siteStateSchema, 'live state');
  }

  /** @throws UserError for an unreadable revision. */
  async state(revision: number): Promise<SiteState> {
    return readJsonFile(path.join(this.stateDir(revision), 'state.json'), siteStateSchema, 'state');
  }

  /** Revisions that are still known, latest first. */
  async revisions(): Promise<number[]> {
    const names = await readdir(path.join(this.root, 'states')).catch(() => []);
    return names
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .sort((a, b) => b - a);
  }

  /** @throws UserError when a composition's registry is missing or corrupt. */
  registry(compositionId: string): Promise<Registry> {
    const file = path.join(this.pagesDir(compositionId), REGISTRY_FILE);
    return readJsonFile(file, registrySchema, 'live registry');
  }

  /** @throws UserError when the preview's registry is missing or corrupt. */
  registryOfPreview(token: string): Promise<Registry> {
    return readJsonFile(
      path.join(this.previewDir(token), REGISTRY_FILE),
      registrySchema,
      "preview's registry",
    );
  }

  /** The registry of what most visitors see. Null for a site that was never released. */
  async liveRegistry(): Promise<Registry | null> {
    const state = await this.liveState();
    return state === null ? null : this.registry(state.compositionId);
  }

  /**
   * Makes a state live if it is the next one after what is live now.
   * @returns false, with nothing changed, when another change was faster.
   */
  async commit(next: SiteState): Promise<boolean> {
    return this.#advance(next, async () => (await this.liveState())?.revision ?? 0);
  }

  /** As `commit`, after the latest state, even if what is live cannot be read. */
  async replace(next: SiteState): Promise<boolean> {
    return this.#advance(next, async () => (await this.revisions())[0] ?? 0);
  }

  async #advance(next: SiteState, latestRevision: () => Promise<number>): Promise<boolean> {
    return this.withLock(async () => {
      if ((await latestRevision()) !== next.revision - 1) return false;
      await this.#writeState(next);
      await this.#pointTo(path.join('states', String(next.revision))).catch(async (error: unknown) => {
        await rm(this.stateDir(next.revision), { recursive: true, force: true });
        throw error;
      });
      return true;
    });
  }

  /** Makes a state live, after any earlier state: for a copy that follows another site. */
  async follow(state: SiteState): Promise<void> {
    await this.withLock(async () => {
      if (isDeepStrictEqual(await this.liveState().catch(() => null), state)) return;
      await this.#writeState(state);
      await this.#pointTo(path.join('states', String(state.revision)));
    });
  }

  /** Removes a directory or file, by path relative to the root. What is live at this moment stays. */
  async remove(relative: string): Promise<void> {
    const remove = () => rm(path.join(this.root, relative), { recursive: true, force: true });
    if (!canBeLive(relative)) return remove();
    await this.withLock(async () => {
      const live = await this.liveState();
      if (live === null || !pathsOfState(live).includes(relative)) await remove();
    });
  }

  /** Removes pages that were composed for nothing: those of no state. */
  async dropComposition(compositionId: string): Promise<void> {
    await this.#drop([this.pagesDir(compositionId)], (state) =>
      compositionsOf(state).includes(compositionId),
    );
  }

  /** Removes files of a version that were published for nothing: no state and no preview shows it. */
  async dropVersion(app: string, version: string, files: readonly string[]): Promise<void> {
    const tokens = await readdir(path.join(this.root, 'previews')).catch(() => []);
    const previews = await Promise.all(
      tokens.map((token) => this.registryOfPreview(token).catch(() => null)),
    );
    if (previews.some((preview) => preview !== null && versionsOf(preview)[app] === version)) return;
    await this.#drop(files, (state) => isShown(state, app, version));
  }

  async #drop(files: readonly string[], isNeeded: (state: SiteState) => boolean): Promise<void> {
    if (files.length === 0) return;
    await this.withLock(async () => {
      const states = await Promise.all(
        (await this.revisions()).map((revision) => this.state(revision).catch(() => null)),
      );
      if (states.some((state) => state !== null && isNeeded(state))) return;
      for (const file of files) await rm(file, { recursive: true, force: true });
    });
  }

  async #writeState(state: SiteState): Promise<void> {
    for (const id of compositionsOf(state)) {
      if (!existsSync(this.pagesDir(id))) throw new UserError(`There is no composition ${id}`);
    }
    for (const [app, version] of shownVersions(state)) {
      // A refused release of the same build may have taken them away meanwhile.
      if (!existsSync(this.publicDir(app, version)))
        throw new UserError(`The files of ${app} ${version} are gone. Run the command again.`);
    }
    const dir = this.stateDir(state.revision);
    // Never live: left behind by a change that was cut short before it moved the pointer.
    await rm(dir, { recursive: true, force: true });
    const { facts, needed } = await this.#health(state);
    await placeDirectory(dir, async (temporary) => {
      await writeFile(path.join(temporary, 'state.json'), JSON.stringify(state));
      await this.#writeHistory(temporary, state);
      await writeHealthFiles(temporary, String(state.revision), facts, needed);
      if (state.canaries.length > 0) await writeFile(path.join(temporary, 'canary'), '');
      await mkdir(path.join(temporary, 'lanes'));
      for (const lane of LANES) {
        const shown = state.canaries.find((canary) => lanesOf(canary).includes(lane)) ?? state;
        await symlink(`../../../pages/${shown.compositionId}`, path.join(temporary, 'lanes', lane));
      }
    });
  }

  /** Writes `history.json` again, after a preview began or ended. A store without a live state has none. */
  async tellPreviews(): Promise<void> {
    await this.withLock(async () => {
      const state = await this.liveState().catch(() => null);
      if (state !== null) await this.#writeHistory(this.stateDir(state.revision), state);
    });
  }

  async #writeHistory(dir: string, state: SiteState): Promise<void> {
    const tokens = await readdir(path.join(this.root, 'previews')).catch(() => []);
    const previews = await Promise.all(tokens.map((token) => this.#previewFacts(token)));
    const text = JSON.stringify(
      historyOf(
        state,
        previews.filter((preview) => preview !== null),
      ),
    );
    // Renamed, so that an edge never reads half of it.
    const next = `${HISTORY_FILE}.next`;
    await writeFile(path.join(dir, next), text);
    await stampTimes(dir, { [next]: text });
    await rename(path.join(dir, next), path.join(dir, HISTORY_FILE));
  }

  /** null for a preview of an older release. */
  async #previewFacts(token: string): Promise<PreviewFacts | null> {
    const file = path.join(this.previewDir(token), PREVIEW_FILE);
    return readJsonFile(file, previewFactsSchema, 'preview').catch(() => null);
  }

  async #health(state: SiteState) {
    const { versions, canaries, changedAt } = state;
    const registryOf = (id: string) => this.registry(id).catch(() => null);
    const needed = async (id: string) => {
      const registry = await registryOf(id);
      // An unreadable registry is all that is needed to be known.
      return registry === null ? [`pages/${id}/${REGISTRY_FILE}`] : neededFiles(id, registry);
    };
    const facts = canaries.map(async (canary) => {
      const tried = await registryOf(canary.compositionId);
      if (tried === null) return [];
      const [lane] = lanesOf(canary);
      const { app, percent, begunAt } = canary;
      return [{ app, percent, lane, begunAt, versions: versionsOf(tried) }];
    });
    return {
      facts: { status: 'ok', changedAt, versions, canaries: (await Promise.all(facts)).flat() },
      needed: (await Promise.all(compositionsOf(state).map(needed))).flat(),
    };
  }

  get #currentLink(): string {
    return path.join(this.root, 'current');
  }

  async #pointTo(target: string): Promise<void> {
    const next = path.join(this.root, `.current-${process.pid}`);
    await rm(next, { force: true });
    await symlink(target, next);
    await rename(next, this.#currentLink);
  }

  /**
   * Does some work while nothing else changes what is live.
   * @throws UserError when another change takes over 30 s.
   */
  async withLock<T>(work: () => Promise<T>): Promise<T> {
    // A full disk refuses to make even what is there.
    if (!existsSync(this.root)) await mkdir(this.root, { recursive: true });
    return withProcessLock(path.join(this.root, '.commit-lock'), work, {
      timeoutMs: 30_000,
      busy: (pid) => `Another release (process ${pid}) is still going live`,
    });
  }
}
