import type { PreviewFacts, ReleaseChange, ReleaseHistory } from '@corvane/shared/contracts/release-history';
import type { StatusShape } from '../../ui/facts/status-mark.tsx';

/** A version of an application: the live one, its canary, a preview, or one of an earlier change. */
export interface ReleaseRow {
  id: string;
  app: string;
  version: string;
  /** What it is now, or what was done with it. */
  standing: { words: string; shape: StatusShape; isNow: boolean };
  /** Null when the history does not reach back so far. A preview has no person. */
  change: (PreviewFacts & { person?: string }) | null;
  /** The likely one first. */
  commands: readonly ReleaseCommand[];
}

/** Applications in the order shown: the host, then the remotes by name. Removed ones are among them. */
export function appsOf({ versions, previews, changes }: ReleaseHistory): string[] {
  const apps = new Set([...Object.keys(versions), ...[...previews, ...changes].map(({ app }) => app)]);
  const rank = (app: string) => (app === 'host' ? '' : app);
  return [...apps].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

/** The rows of an application: live, canary, previews, then its earlier changes, newest first. */
export function rowsOf(app: string, { versions, canaries, previews, changes }: ReleaseHistory): ReleaseRow[] {
  const own = changes.filter((change) => change.app === app);
  const live = versions[app];
  const canary = canaries.find((running) => running.app === app);
  const liveChange = own.find((change) => change.version === live && isLiveAfter(change)) ?? null;
  const canaryChange =
    own.find(({ kind, version }) => kind === 'canary' && version === canary?.version) ?? null;
  const past = own.filter((change) => change !== liveChange && change !== canaryChange);
  const rows: ReleaseRow[] = [];
  if (live !== undefined) {
    rows.push({
      id: 'live',
      app,
      version: live,
      standing: { words: 'Live', shape: 'dot', isNow: true },
      change: liveChange,
      commands: [rollback(app, null, canary !== undefined), errors(app), notes(app)],
    });
  }
  if (canary !== undefined) {
    rows.push({
      id: 'canary',
      app,
      version: canary.version,
      standing: { words: `Canary, ${canary.percent} %`, shape: 'half', isNow: true },
      change: canaryChange,
      commands: [promote(app), abort(app), errors(app)],
    });
  }
  const tried = previews.filter((preview) => preview.app === app);
  return [
    ...rows,
    ...tried.map((preview) => ({
      id: `preview ${preview.version} ${preview.at}`,
      app,
      version: preview.version,
      standing: { words: 'Preview', shape: 'ring' as const, isNow: true },
      change: preview,
      commands: [diff(app, preview.version)],
    })),
    ...past.map((change) => ({
      id: `${change.kind} ${change.version} ${change.at}`,
      app,
      version: change.version,
      standing: pastStanding(change),
      change,
      commands: [commandOf(change, live, canary !== undefined), notes(app)],
    })),
  ];
}

function isLiveAfter({ kind }: ReleaseChange): boolean {
  return kind === 'release' || kind === 'promote' || kind === 'rollback' || kind === 'restore';
}

const SHAPES = {
  release: 'ring',
  promote: 'ring',
  canary: 'half',
  abort: 'cross',
  rollback: 'triangle',
  restore: 'triangle',
  remove: 'bar',
} as const satisfies Record<ReleaseChange['kind'], StatusShape>;

function pastStanding({ kind, percent }: ReleaseChange): ReleaseRow['standing'] {
  const words = {
    release: 'Released',
    promote: 'Promoted',
    canary: `Began as canary, ${percent} %`,
    abort: 'Canary ended',
    rollback: 'Rolled back to',
    restore: 'Restored',
    remove: 'Removed',
  }[kind];
  return { words, shape: SHAPES[kind], isNow: false };
}

function commandOf(change: ReleaseChange, live: string | undefined, hasCanary: boolean): ReleaseCommand {
  const { app, version } = change;
  if (live === undefined) return release(app);
  // Only a version that was live can be gone back to.
  if (isLiveAfter(change) && version !== live) return rollback(app, version, hasCanary);
  return diff(app, version);
}

/** How a team runs the release tool in its clone. */
export const RELEASE_RUN = 'npx -y pnpm@12 run release';

/** A command of the release tool, ready to be copied. A test has the tool read each of them. */
export interface ReleaseCommand {
  /** What it does, for a manager who has never used it. */
  label: string;
  command: string;
}

/** @param endsCanary a canary of the application is running, and would end with it */
export function rollback(app: string, version: string | null, endsCanary: boolean): ReleaseCommand {
  return {
    label: version === null ? 'Go back to the version before' : 'Go back to this version',
    command: [RELEASE_RUN, 'rollback', app, version, endsCanary ? '--live' : null]
      .filter((word) => word !== null)
      .join(' '),
  };
}

export function promote(app: string): ReleaseCommand {
  return { label: 'Make the canary live for all visitors', command: `${RELEASE_RUN} promote ${app}` };
}

export function abort(app: string): ReleaseCommand {
  return { label: 'End the canary', command: `${RELEASE_RUN} abort ${app}` };
}

export function errors(app: string): ReleaseCommand {
  return { label: 'See the errors in use, with their source lines', command: `${RELEASE_RUN} errors ${app}` };
}

export function diff(app: string, version: string): ReleaseCommand {
  return { label: 'Compare it with what is live', command: `${RELEASE_RUN} diff ${app} ${version}` };
}

export function release(app: string): ReleaseCommand {
  return { label: 'Bring the application back', command: `${RELEASE_RUN} ${app}` };
}

export function notes(app: string): ReleaseCommand {
  return {
    label: 'See who made each change, with subject lines of commits',
    command: `${RELEASE_RUN} notes ${app}`,
  };
}
