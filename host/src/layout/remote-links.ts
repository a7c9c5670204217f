import type { Registry } from '@corvane/shared/contracts/remote/registry';
import type { NavigationEntry } from '@corvane/shared/contracts/remote/remote';
import type { Session } from '@corvane/shared/contracts/remote/session';
import type { SiteLink } from './site-links.ts';

/** Order of an entry that names none: behind the host's own links. */
const LAST = 100;
/** The host's own links are 10, 20, 30 and so on. */
const STEP = 10;

/** Links that remotes offer for a place, to those who may see them. */
export function remoteLinks(
  { remotes }: Pick<Registry, 'remotes'>,
  place: NavigationEntry['place'],
  session: Session,
): NavigationEntry[] {
  return Object.values(remotes)
    .flatMap(({ navigation }) => navigation ?? [])
    .filter((entry) => entry.place === place && isFor(entry, session));
}

function isFor({ audience = 'everyone' }: NavigationEntry, { status }: Session): boolean {
  return audience === 'everyone' || audience === status;
}

/** The host's links and those of remotes in one order. A page is named once: by the host if it has a name for it. */
export function inOrder(own: readonly SiteLink[], offered: readonly NavigationEntry[]): SiteLink[] {
  const placed = [
    ...own.map((link, index) => ({ ...link, order: (index + 1) * STEP })),
    ...offered.map(({ path, label, order = LAST }) => ({ path, label, order })),
  ];
  return placed
    .filter(({ path }, index) => placed.findIndex((other) => other.path === path) === index)
    .toSorted((a, b) => a.order - b.order)
    .map(({ path, label }) => ({ path, label }));
}
