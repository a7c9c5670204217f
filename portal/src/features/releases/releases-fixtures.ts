/** The site's history and the answer of the procedure. For tests only. */

type Change = Readonly<Record<string, unknown>>;

export function changeRow(kind: string, version: string, changes: Change = {}) {
  return {
    app: 'marketing',
    version,
    kind,
    at: '2026-11-20T09:29:30.000Z',
    commit: '0a1b2c3d4e',
    person: 'Ada Lovelace',
    ...changes,
  };
}

export function historyFile(changes: readonly Change[], facts: Change = {}) {
  return { schemaVersion: 1, versions: { marketing: 'm2' }, canaries: [], previews: [], changes, ...facts };
}

/** A canary of marketing on top of two releases. */
export const BUSY_HISTORY = historyFile(
  [
    changeRow('canary', 'm3', { percent: 10, at: '2026-11-21T08:59:30.000Z', person: 'Grace Hopper' }),
    changeRow('release', 'm2'),
    changeRow('release', 'm1', { at: '2026-11-18T09:29:30.000Z', commit: null, person: '' }),
  ],
  {
    versions: { portal: 'p1', marketing: 'm2', host: 'h1' },
    canaries: [{ app: 'marketing', version: 'm3', percent: 10 }],
    previews: [{ app: 'marketing', version: 'm4', at: '2026-11-21T07:59:30.000Z', commit: 'ffeeddccbb' }],
  },
);

export function figuresRow(version: string, changes: Change = {}) {
  return {
    application: 'marketing',
    version,
    views: 1200,
    failures: 3,
    errors: 1,
    lcpMs: 1840,
    inpMs: 96,
    cls: 0.0123,
    ...changes,
  };
}

export function figuresAnswer(...rows: Change[]) {
  return { rows, since: '2026-11-14T10:00:00+00:00', now: '2026-11-21T10:00:00+00:00' };
}
