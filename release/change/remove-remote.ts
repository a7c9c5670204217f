import type { PageRedirect } from '@corvane/shared/contracts/remote/remote';
import { UserError } from '@corvane/tools/command/user-error';
import { completeReleases } from '../compose/site-releases.ts';
import type { Destination } from '../store/destination.ts';
import { canaryOf, type SiteState } from '../store/site-state.ts';
import { type ChangedBy, changeLiveSite, type LiveSite } from './change-site.ts';
import { rebasedCanaries } from './going-live/release-apps.ts';
import { withCommit } from './live-commit.ts';

interface RemoveOptions extends ChangedBy {
  /** Path that the remote's pages lead to from now on. */
  to: string;
}

/**
 * Takes a remote off the site. Its pages, and the redirects it declared, lead to another page. They come back with
 * the next release of the remote. Its files stay published for open tabs, until a prune removes them.
 * @throws UserError when it is not there, or was taken off in the meantime.
 */
export async function removeRemote(
  destination: Destination,
  remote: string,
  { to, ...by }: RemoveOptions,
): Promise<SiteState> {
  return changeLiveSite(
    destination,
    async (live) => {
      const { [remote]: gone, ...remotes } = live.registry.remotes;
      if (gone === undefined) throw new UserError(await whyMissing(destination, remote));
      if (canaryOf(live.state, remote) !== undefined)
        throw new UserError(`A canary of ${remote} is running: promote or abort it first`);
      refuseTarget(live, remote, to);
      const from = [...gone.routes.map(({ path }) => path), ...(gone.redirects ?? []).map((one) => one.from)];
      const removedPages = [
        ...(live.registry.removedPages ?? []).filter((one) => !from.includes(one.from)),
        ...from.map((path): PageRedirect => ({ from: path, to })),
      ];
      const releases = completeReleases({ ...live.registry, remotes, removedPages });
      return {
        action: `remove ${remote}`,
        releases,
        commits: withCommit(live.state.commits, remote, null),
        canaries: rebasedCanaries(live, releases),
      };
    },
    by,
  );
}

async function whyMissing(destination: Destination, remote: string): Promise<string> {
  const removal = (await destination.history()).find(({ action }) => action === `remove ${remote}`);
  if (removal === undefined) return `There is no remote ${remote} on the site`;
  const by = removal.person === '' ? '' : ` by ${removal.person}`;
  return `${remote} is not on the site: it was removed${by} in state ${removal.revision}`;
}

/** @throws UserError for a path that is no page of another remote. */
function refuseTarget({ registry }: LiveSite, remote: string, to: string): void {
  const others = Object.entries(registry.remotes).filter(([name]) => name !== remote);
  if (others.some(([, { routes }]) => routes.some(({ path }) => path === to))) return;
  throw new UserError(
    `The pages of ${remote} cannot lead to ${to}: no other remote has a page there. Use --to.`,
  );
}
