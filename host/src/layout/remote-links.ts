import type { Registry } from '@corvane/shared/contracts/remote/registry';
import type { NavigationEntry } from '@corvane/shared/contracts/remote/remote';
import type { Session } from '@corvane/shared/contracts/remote/session';
import type { SiteLink } from './site-links.ts';

/** Order of a link that requests none: after the host's own links. */
const LAST = 100;
/** The host's own links are 10, 20, 30 and so on. */
const STEP = 10;

/** Links that remotes offer for a place and that this person may see. */
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

/** Links of the host and the remotes in one order. Each page appears once, with the host's name if there is one. */
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
